import { CLOSED_FORMS } from '../../validation/closed-forms/index.js';
import { holdDirectTo } from './hold.js';

holdDirectTo(CLOSED_FORMS);
