import type { ReplayStatus } from '../record.js';

/** Red of everything that is wrong. */
export const ALARM = '#e5484d';

export const MARK: Readonly<Record<ReplayStatus, string>> = { PASS: '✓', FAIL: '✗', INCONCLUSIVE: '?' };

/** Class of a status in the style sheet. */
export const statusClass = (status: ReplayStatus): string => `status-${status.toLowerCase()}`;

/** Value of a custom property of the style sheet, in the theme that is on. */
export const themeColor = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
