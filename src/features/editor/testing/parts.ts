/** Parts of the editor that tests of other features use. */
export { createEditor, storageIn } from '../web/tiptap/create.ts'
export { replaceSource, sourceAt } from '../web/macros/opening.ts'
