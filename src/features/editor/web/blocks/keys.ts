/** Opens the menu of the block at the cursor. */
export const BLOCK_MENU_KEYS = 'Alt-Shift-Enter'
