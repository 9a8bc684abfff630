import { MUJOCO } from '../../validation/mujoco/cases.js';
import { holdDirectTo } from './hold.js';

holdDirectTo(MUJOCO);
