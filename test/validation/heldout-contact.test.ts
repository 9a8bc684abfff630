import { HELD_OUT_CONTACT } from '../../validation/heldout/index.js';
import { holdDirectTo } from './hold.js';

holdDirectTo(HELD_OUT_CONTACT);
