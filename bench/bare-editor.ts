/**
 * An editor of nothing but TipTap with paragraphs, headings, lists and bold text, for the browser: what the wiki's editor
 * is measured against. Shows the HTML of the element `source`.
 */
import { Editor, Mark, Node } from '@tiptap/core'
import { UndoRedo } from '@tiptap/extensions/undo-redo'

const block = (name: string, tag: string, content: string) =>
  Node.create({ name, group: 'block', content, parseHTML: () => [{ tag }], renderHTML: () => [tag, 0] })

new Editor({
  element: document.body,
  extensions: [
    Node.create({ name: 'doc', topNode: true, content: 'block+' }),
    Node.create({ name: 'text', group: 'inline' }),
    block('paragraph', 'p', 'inline*'),
    block('heading', 'h2', 'inline*'),
    block('bulletList', 'ul', 'listItem+'),
    Node.create({
      name: 'listItem',
      content: 'paragraph block*',
      parseHTML: () => [{ tag: 'li' }],
      renderHTML: () => ['li', 0],
    }),
    Mark.create({ name: 'bold', parseHTML: () => [{ tag: 'strong' }], renderHTML: () => ['strong', 0] }),
    UndoRedo,
  ],
  content: document.querySelector('#source')?.innerHTML ?? '',
})
