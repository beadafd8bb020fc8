import { expect, onTestFinished, test } from 'vitest'
import type { EditorMacro } from '../../contract.ts'
import { TextSession } from '../text-session.ts'
import { storageIn } from '../tiptap/create.ts'
import { EditorTools } from '../tools.ts'
import { boxKinds, insertCommands } from './commands.ts'

const macro = (name: string, more: Partial<EditorMacro>): EditorMacro => ({
  name,
  title: `The ${name}`,
  keywords: '',
  isCommon: false,
  hasForm: false,
  parameters: {},
  isBox: false,
  hasTitle: false,
  ...more,
})

/** Macros as a feature that the editor does not know may add them. */
const MACROS = [
  macro('quiz', { keywords: 'exam', isCommon: true, isBox: true, hasTitle: true }),
  macro('answer', { isBox: true }),
  macro('score', { keywords: 'points', isCommon: true, parameters: { space: '@self' } }),
]

function opened(storage: string): EditorTools {
  const view = { id: '1', space: { key: 'S' }, canAttach: false }
  const session = new TextSession(view, { storage, people: {}, macros: MACROS, placeholder: '', attributes: {} })
  document.body.append(session.element)
  // jsdom has no layout.
  session.editor.view.setProps({ handleScrollToSelection: () => true })
  onTestFinished(() => session.editor.destroy())
  return new EditorTools(session)
}

const box = (name: string) =>
  `<ac:structured-macro ac:name="${name}"><ac:rich-text-body><p>inside</p></ac:rich-text-body></ac:structured-macro>`

test('the menu offers the macros of the wiki: boxes behind code, the others at the end', () => {
  const tools = opened('<p>text</p>')
  const ids = insertCommands(tools).map(({ id }) => id)
  expect(ids.slice(ids.indexOf('code'), ids.indexOf('quote') + 1)).toEqual(['code', 'macro quiz', 'quote'])
  expect(ids.slice(-2)).toEqual(['macro score', 'macros'])
  expect(boxKinds(tools).map(({ title }) => title)).toEqual(['The quiz'])
})

test('a box of any feature wraps the text, any other macro is inserted with its parameters', () => {
  const tools = opened('<p>text</p>')
  const run = (name: string) =>
    insertCommands(tools)
      .find(({ id }) => id === name)
      ?.run(tools)
  run('macro quiz')
  expect(storageIn(tools.editor)).toContain(
    '<ac:structured-macro ac:name="quiz"><ac:rich-text-body><p>text</p></ac:rich-text-body></ac:structured-macro>',
  )
  run('macro score')
  expect(storageIn(tools.editor)).toContain(
    '<ac:structured-macro ac:name="score"><ac:parameter ac:name="space">@self</ac:parameter></ac:structured-macro>',
  )
})

test('bodies of the boxes of the wiki are edited; a macro that it does not have stays whole', () => {
  const { editor } = opened(['quiz', 'answer', 'score', 'unknown'].map(box).join(''))
  expect(
    editor
      .getJSON()
      .content?.slice(0, 4)
      .map(({ type }) => type),
  ).toEqual(['macro', 'macro', 'opaqueBlock', 'opaqueBlock'])
})
