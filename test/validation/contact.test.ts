import { CONTACT, CONTACT_LONG } from '../../validation/contact/index.js';
import { holdDirectTo } from './hold.js';

const isFull = process.env.MECHTRIAL_FULL === '1';

holdDirectTo(isFull ? [...CONTACT, ...CONTACT_LONG] : CONTACT);
