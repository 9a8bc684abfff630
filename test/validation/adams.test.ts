import { adamsCases } from '../../validation/adams/index.js';
import { holdDirectTo } from './hold.js';

holdDirectTo(adamsCases());
