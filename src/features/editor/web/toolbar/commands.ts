/** Insert commands of the toolbar menu and the slash menu. */
import type { Editor, JSONContent } from '@tiptap/core'
import { NodeSelection, TextSelection } from '@tiptap/pm/state'
import { dateSource, imageSource, macroSource, statusSource } from '#language/editor/index.ts'
import { t } from '#platform/web/i18n.ts'
import type { EditorMacro } from '../../contract.ts'
import { CODE } from '../tiptap/behaviour.ts'
import { openMacro } from '../macros/opening.ts'
import { askForDiagram } from '../diagrams/opening.ts'
import { insertSection } from '../tiptap/sections.ts'
import { FULL_WIDTH_TABLE } from '../tiptap/table-columns.ts'
import type { EditorTools } from '../tools.ts'
import { SECTION_KINDS } from './section-types.tsx'

export interface InsertCommand {
  id: string
  label: string
  /** Search words. */
  words: string
  hint?: string
  run: (tools: EditorTools) => void
}

const chain = ({ editor }: EditorTools) => editor.chain().focus()

/** Commands of the editor and its macros: those whose body is edited among the blocks of text, the others at the end. */
export function insertCommands(tools: EditorTools): readonly InsertCommand[] {
  return [
    ...TEXT_COMMANDS.map(named),
    ...boxKinds(tools).map(macroCommand),
    ...OTHER_COMMANDS.map(named),
    ...LAYOUT_COMMANDS.map(named),
    ...tools.session.macros.filter(({ isCommon, isBox }) => isCommon && !isBox).map(macroCommand),
    named(ALL_MACROS),
  ]
}

/** Macros that commands of the editor insert. */
const OF_COMMANDS: ReadonlySet<string> = new Set(['code', 'status'])

/** {@link insertCommands}, and all other macros. */
export function foundCommands(tools: EditorTools): readonly InsertCommand[] {
  const others = tools.session.macros.filter(({ name, isCommon }) => !isCommon && !OF_COMMANDS.has(name))
  return [...insertCommands(tools), ...others.map(macroCommand)]
}

/** The macros that turn a selection into a box. */
export function boxKinds({ session }: EditorTools): readonly EditorMacro[] {
  return session.macros.filter(({ isBox, isCommon }) => isBox && isCommon)
}

/** A command whose label is a key of i18n, with it in the reader's language. */
function named(command: InsertCommand): InsertCommand {
  return { ...command, label: t(command.label), words: `${command.label} ${command.words}` }
}

function macroCommand({ name, title, keywords, parameters, isBox, hasForm }: EditorMacro): InsertCommand {
  const run = (tools: EditorTools) => {
    if (hasForm) openMacro(tools, { kind: 'new', name })
    else if (isBox) insertMacro(tools.editor, name)
    else insertBlock(tools.editor, { type: 'opaqueBlock', attrs: { source: macroSource(name, parameters) } })
  }
  return { id: `macro ${name}`, label: title, words: keywords, run }
}

const ALL_MACROS: InsertCommand = {
  id: 'macros',
  label: 'All macros…',
  words: 'more other browse',
  run: tools => tools.open('macros'),
}

const TEXT_COMMANDS: readonly InsertCommand[] = [
  ...([1, 2, 3] as const).map((level): InsertCommand => ({
    id: `h${level}`,
    label: `Heading ${level}`,
    words: `title h${level}`,
    hint: '#'.repeat(level),
    run: tools => chain(tools).setNode('heading', { level }).run(),
  })),
  {
    id: 'bullets',
    label: 'Bullet list',
    words: 'unordered ul',
    hint: '-',
    run: tools => chain(tools).toggleList('bulletList', 'listItem').run(),
  },
  {
    id: 'numbers',
    label: 'Numbered list',
    words: 'ordered ol',
    hint: '1.',
    run: tools => chain(tools).toggleList('orderedList', 'listItem').run(),
  },
  {
    id: 'tasks',
    label: 'Task list',
    words: 'todo action checkbox',
    hint: '[]',
    run: tools => chain(tools).toggleList('taskList', 'taskItem').run(),
  },
  { id: 'table', label: 'Table', words: 'grid rows columns', run: ({ editor }) => insertTable(editor) },
  { id: 'image', label: 'Picture or file', words: 'image attachment upload photo', run: tools => tools.open('image') },
  {
    id: 'diagram',
    label: 'Diagram',
    words: 'gliffy drawio flowchart drawing chart',
    run: tools => askForDiagram(tools),
  },
  {
    id: 'diagram-existing',
    label: 'Existing diagram',
    words: 'reuse linked other page',
    run: tools => tools.open('diagramInsert'),
  },
  { id: 'link', label: 'Link', words: 'url page', hint: '[', run: tools => tools.open('link') },
  {
    id: 'code',
    label: 'Code block',
    words: 'source snippet pre',
    hint: '```',
    run: tools => chain(tools).setNode('codeBlock', CODE).run(),
  },
]

const OTHER_COMMANDS: readonly InsertCommand[] = [
  {
    id: 'quote',
    label: 'Quote',
    words: 'blockquote citation',
    hint: '>',
    run: tools => chain(tools).toggleWrap('blockquote').run(),
  },
  {
    id: 'rule',
    label: 'Divider',
    words: 'horizontal rule line hr',
    hint: '---',
    run: ({ editor }) => insertBlock(editor, { type: 'horizontalRule' }),
  },
  {
    id: 'status',
    label: 'Status',
    words: 'lozenge label',
    run: tools => {
      chain(tools)
        .insertContent({ type: 'status', attrs: { source: statusSource('To do', 'Grey') } })
        .run()
      tools.open('status')
    },
  },
  {
    id: 'date',
    label: 'Date',
    words: 'day time calendar',
    run: tools =>
      chain(tools)
        .insertContent({ type: 'date', attrs: { source: dateSource(today()) } })
        .run(),
  },
]

const LAYOUT_COMMANDS: readonly InsertCommand[] = SECTION_KINDS.map(({ type, label, words }) => ({
  id: type,
  label,
  words,
  run: ({ editor }) => {
    insertSection(type)(editor.state, transaction => editor.view.dispatch(transaction))
    editor.commands.focus()
  },
}))

export function insertTable(editor: Editor, rows = 3, columns = 3): void {
  const cell = (type: string) => ({ type, content: [{ type: 'paragraph', attrs: { bare: true } }] })
  const row = (type: string) => ({ type: 'tableRow', content: Array.from({ length: columns }, () => cell(type)) })
  const table = {
    type: 'table',
    attrs: { attributes: FULL_WIDTH_TABLE },
    content: [row('tableHeader'), ...Array.from({ length: rows - 1 }, () => row('tableCell'))],
  }
  const at = editor.state.selection.from
  editor
    .chain()
    .focus()
    .insertContent(table)
    .command(({ tr, commands }) => {
      // Cursor into the first cell.
      let inside: number | undefined
      tr.doc.nodesBetween(Math.max(0, at - 1), Math.min(tr.doc.content.size, at + 6), (node, position) => {
        if (inside === undefined && node.type.name === 'tableHeader') inside = position + 2
      })
      return inside === undefined || commands.setTextSelection(inside)
    })
    .run()
}

/** Wraps the selection in a macro, or inserts an empty one. @param head its parameters, in storage format */
export function insertMacro(editor: Editor, name: string, head = ''): void {
  editor
    .chain()
    .focus()
    .wrapIn('macro', { attributes: { 'ac:name': name }, head })
    .run()
}

/** Inserts an atom with the cursor after it, so that typing does not replace it. */
export function insertBlock(editor: Editor, block: JSONContent): void {
  editor
    .chain()
    .focus()
    .insertContent(block)
    .command(({ tr }) => {
      const { selection } = tr
      if (!(selection instanceof NodeSelection)) return true
      const { $to } = selection
      if (!$to.nodeAfter?.isTextblock) {
        const line = tr.doc.type.schema.nodes['paragraph']?.create({ filler: true })
        if (line) tr.insert($to.pos, line)
      }
      tr.setSelection(TextSelection.near(tr.doc.resolve($to.pos), 1))
      return true
    })
    .run()
}

export function insertUrlImage(editor: Editor, url: string): void {
  editor
    .chain()
    .focus()
    .insertContent({ type: 'image', attrs: { source: imageSource({ kind: 'url', url }) } })
    .run()
}

/** Local date, `YYYY-MM-DD`. */
function today(): string {
  const now = new Date()
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}
