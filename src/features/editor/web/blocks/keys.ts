/** Opens the menu of the block at the cursor. */
export const INSERT_BELOW_KEYS = 'Alt-Enter'
export const BLOCK_MENU_KEYS = 'Alt-Shift-Enter'
