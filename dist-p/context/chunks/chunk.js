/** A chunk grows to the target while its neighbours are small, and is split above the maximum where syntax allows. */
export const TARGET_LINES = 40;
export const TARGET_CHARS = 2400;
export const MAX_LINES = 80;
export const MAX_CHARS = 6000;
