/** Attributes by which the editor knows its nodes and marks in the clipboard. */

/** All attributes of a node or mark, in JSON. */
export const CARRIED = 'data-ox-attrs'
/** Name of a node or mark. */
export const TYPE = 'data-ox'
