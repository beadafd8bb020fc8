import { expect, onTestFinished, test } from 'vitest'
import { startI18n } from '#platform/web/i18n.ts'
import type { EditorMacro } from '../../contract.ts'
import { matching } from '../suggest/matching.ts'
import { TextSession } from '../text-session.ts'
import { storageIn } from '../tiptap/create.ts'
import { EditorTools } from '../tools.ts'
import { boxKinds, foundCommands, GROUPS, insertCommands } from './commands.ts'

const macro = (name: string, more: Partial<EditorMacro>): EditorMacro => ({
  name,
  title: `The ${name}`,
  description: '',
  category: 'formatting',
  keywords: '',
  aliases: [],
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
  macro('scroll', { title: 'Layouts of Scroll' }),
  macro('column', { title: 'Column' }),
  macro('recent', { title: 'Recent pages', keywords: 'all two', isCommon: true }),
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

test('the menu offers the macros of the wiki: boxes in their group, the others at the end', () => {
  const tools = opened('<p>text</p>')
  const commands = insertCommands(tools)
  expect(commands.filter(({ group }) => group === 'boxes').map(({ id }) => id)).toEqual(['macro quiz'])
  expect(commands.slice(-3).map(({ id }) => id)).toEqual(['macro recent', 'macro score', 'macros'])
  // Those of a group follow each other, in the order of the groups.
  const groups = commands.map(({ group }) => group)
  expect([...new Set(groups)]).toEqual(Object.keys(GROUPS))
  expect(groups.filter((group, at) => group !== groups[at - 1])).toEqual(Object.keys(GROUPS))
  expect(boxKinds(tools).map(({ title }) => title)).toEqual(['The quiz'])
})

test('each command has an icon and says what it inserts', () => {
  for (const { id, Icon, description } of insertCommands(opened('<p>text</p>'))) {
    expect(Icon, id).toBeTruthy()
    if (!id.startsWith('macro ')) expect(description, id).not.toBe('')
  }
})

test('a search finds commands and rare macros, the best match first', () => {
  const tools = opened('<p>text</p>')
  const found = (typed: string) => matching(foundCommands(tools), typed).map(({ id }) => id)
  expect(found('ta')[0]).toBe('tasks')
  expect(found('table')[0]).toBe('table')
  // A word of the label comes before search words, these before descriptions.
  expect(found('date')[0]).toBe('date')
  expect(found('exam')).toEqual(['macro quiz'])
  expect(found('the answer')).toEqual(['macro answer'])
  expect(found('header')).toEqual(['table'])
  expect(found('zzz')).toEqual([])
  for (const [typed, first] of [
    ['t', 'tasks'],
    ['checklist', 'tasks'],
    ['today', 'date'],
    ['pdf', 'image'],
    ['col', 'single'],
    ['columns', 'two_equal'],
    ['2 c', 'two_equal'],
    // The first word of a label, although it is a search word of others.
    ['two', 'two_equal'],
    ['all', 'macros'],
    ['3 columns', 'three_equal'],
    // Before macros whose labels begin so.
    ['lay', 'single'],
    ['layout', 'single'],
    ['layouts of', 'macro scroll'],
    ['scroll', 'macro scroll'],
  ])
    expect(found(typed ?? '')[0], typed).toBe(first)
})

test('commands are found by German and by English words where the reader has German', async () => {
  await startI18n('de', {
    'de.json': async () => (await import('../../i18n/de.json', { with: { type: 'json' } })).default,
  })
  onTestFinished(() => startI18n('en'))
  const tools = opened('<p>text</p>')
  const found = (typed: string) => matching(foundCommands(tools), typed).map(({ id }) => id)
  for (const [german, english, id] of [
    ['tabelle', 'table', 'table'],
    ['zeilen', 'rows', 'table'],
    ['überschrift 2', 'heading 2', 'h2'],
    ['zitat', 'quote', 'quote'],
    ['datum', 'date', 'date'],
    ['frist', 'calendar', 'date'],
    ['aufgabe', 'todo', 'tasks'],
    ['trennlinie', 'hr', 'rule'],
    ['mehrspaltig', 'two columns', 'two_equal'],
  ] as const) {
    expect(found(german), german).toContain(id)
    expect(found(english), english).toContain(id)
  }
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
