import type { Editor } from '@tiptap/core'
import { onTestFinished } from 'vitest'
import { boxNames } from '#language/testing.ts'
import { createEditor, type EditorOptions } from '../web/tiptap/create.ts'

export { storageIn } from '../web/tiptap/create.ts'

/** An editor of a text in a document without layout, until the test ends. */
export function openEditor(storage: string, options: Partial<EditorOptions> = {}): Editor {
  const element = document.createElement('div')
  document.body.append(element)
  const editor = createEditor({
    element,
    storage,
    boxes: boxNames,
    titles: new Map(),
    place: { pageId: '1', spaceKey: 'OPS' },
    contentId: '1',
    locale: 'en-GB',
    people: {},
    placeholder: '',
    attributes: {},
    onFiles: () => undefined,
    onLosses: () => undefined,
    knowPerson: () => undefined,
    ...options,
  })
  // jsdom has no layout.
  editor.view.setProps({ handleScrollToSelection: () => true })
  onTestFinished(() => editor.destroy())
  return editor
}

/** Pastes what each type of clipboard data says, as the browser does. */
export function paste({ view }: Editor, data: Readonly<Record<string, string>>): void {
  const clipboardData = { types: Object.keys(data), files: [], getData: (type: string) => data[type] ?? '' }
  view.dom.dispatchEvent(Object.assign(new Event('paste', { bubbles: true, cancelable: true }), { clipboardData }))
}
