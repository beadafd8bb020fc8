/** Meta of transactions that are a step of undo for themselves, although their change looks like typing. */
export const SEPARATE_STEP = 'separateStep'
