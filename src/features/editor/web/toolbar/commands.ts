/** Insert commands of the toolbar menu and the slash menu. */
import AtSign from 'lucide-react/icons/at-sign'
import Blocks from 'lucide-react/icons/blocks'
import Calendar from 'lucide-react/icons/calendar'
import Heading1 from 'lucide-react/icons/heading-1'
import Heading2 from 'lucide-react/icons/heading-2'
import Heading3 from 'lucide-react/icons/heading-3'
import Image from 'lucide-react/icons/image'
import Link from 'lucide-react/icons/link'
import List from 'lucide-react/icons/list'
import ListOrdered from 'lucide-react/icons/list-ordered'
import ListTodo from 'lucide-react/icons/list-todo'
import Minus from 'lucide-react/icons/minus'
import Shapes from 'lucide-react/icons/shapes'
import Smile from 'lucide-react/icons/smile'
import SquareCode from 'lucide-react/icons/square-code'
import Table from 'lucide-react/icons/table'
import Tag from 'lucide-react/icons/tag'
import TextQuote from 'lucide-react/icons/text-quote'
import Workflow from 'lucide-react/icons/workflow'
import type { Editor, JSONContent } from '@tiptap/core'
import type { ComponentType } from 'react'
import { NodeSelection, TextSelection } from '@tiptap/pm/state'
import { dateSource, imageSource, macroSource, statusSource } from '#language/editor/index.ts'
import { t } from '#platform/web/i18n.ts'
import { pageData } from '#platform/web/session.ts'
import type { EditorMacro } from '../../contract.ts'
import { CODE } from '../tiptap/behaviour.ts'
import { openMacro } from '../macros/opening.ts'
import { askForDiagram } from '../diagrams/opening.ts'
import { toggleList } from '../tiptap/lists.ts'
import { insertSection } from '../tiptap/sections.ts'
import { FULL_WIDTH_TABLE } from '../tiptap/table-columns.ts'
import { openList } from '../suggest/trigger.ts'
import type { EditorTools } from '../tools.ts'
import { macroIcon } from './macro-icons.ts'
import { ColumnsIcon, SECTION_KINDS } from './section-types.tsx'

/** Groups of the menus, in their order. */
export const GROUPS = {
  text: 'Text',
  media: 'Tables and media',
  line: 'In the line',
  boxes: 'Boxes',
  columns: 'Columns',
  macros: 'Macros',
} as const

export interface InsertCommand {
  id: string
  group: keyof typeof GROUPS
  label: string
  /** A few words about its result. */
  description: string
  Icon: ComponentType
  /** Search words. */
  words: string
  hint?: string
  run: (tools: EditorTools) => void
}

const chain = ({ editor }: EditorTools) => editor.chain().focus()

/** Commands of the editor and its macros by group: those whose body is edited in the boxes, the others at the end. */
export function insertCommands(tools: EditorTools): readonly InsertCommand[] {
  return [
    ...TEXT_COMMANDS.map(named),
    ...MEDIA_COMMANDS.map(named),
    ...lineCommands().map(named),
    ...boxKinds(tools).map(macroCommand),
    ...COLUMN_COMMANDS.map(named),
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

/** A command whose texts are keys of i18n, with them in the reader's language. It is found by the words of both. */
function named(command: InsertCommand): InsertCommand {
  const { label, description, words } = command
  return { ...command, label: t(label), description: t(description), words: `${label} ${words} ${t(words)}` }
}

function macroCommand(macro: EditorMacro): InsertCommand {
  const { name, title, description, keywords, parameters, isBox, isCommon, hasForm } = macro
  const run = (tools: EditorTools) => {
    if (hasForm) openMacro(tools, { kind: 'new', name })
    else if (isBox) insertMacro(tools.editor, name)
    else insertBlock(tools.editor, { type: 'opaqueBlock', attrs: { source: macroSource(name, parameters) } })
  }
  const group = isBox && isCommon ? 'boxes' : 'macros'
  return { id: `macro ${name}`, group, label: title, description, Icon: macroIcon(macro), words: keywords, run }
}

const ALL_MACROS: InsertCommand = {
  id: 'macros',
  group: 'macros',
  label: 'All macros…',
  description: 'Browse macros by category',
  Icon: Blocks,
  words: 'more other browse',
  run: tools => tools.open('macros'),
}

const HEADINGS = [
  { level: 1, description: 'Large heading', Icon: Heading1, words: 'title h1' },
  { level: 2, description: 'Medium heading', Icon: Heading2, words: 'title h2' },
  { level: 3, description: 'Small heading', Icon: Heading3, words: 'title h3' },
] as const

const TEXT_COMMANDS: readonly InsertCommand[] = [
  ...HEADINGS.map(({ level, ...heading }): InsertCommand => ({
    ...heading,
    id: `h${level}`,
    group: 'text',
    label: `Heading ${level}`,
    hint: '#'.repeat(level),
    run: tools => chain(tools).setNode('heading', { level }).run(),
  })),
  {
    id: 'bullets',
    group: 'text',
    label: 'Bullet list',
    description: 'List without an order',
    Icon: List,
    words: 'unordered ul',
    hint: '-',
    run: tools => chain(tools).command(toggleList('bulletList')).run(),
  },
  {
    id: 'numbers',
    group: 'text',
    label: 'Numbered list',
    description: 'List of steps',
    Icon: ListOrdered,
    words: 'ordered ol',
    hint: '1.',
    run: tools => chain(tools).command(toggleList('orderedList')).run(),
  },
  {
    id: 'tasks',
    group: 'text',
    label: 'Task list',
    description: 'Tasks to tick off, with people and dates',
    Icon: ListTodo,
    words: 'todo action checkbox checklist',
    hint: '[]',
    run: tools => chain(tools).command(toggleList('taskList')).run(),
  },
  {
    id: 'quote',
    group: 'text',
    label: 'Quote',
    description: 'Words of others, set off',
    Icon: TextQuote,
    words: 'blockquote citation',
    hint: '>',
    run: tools => chain(tools).toggleWrap('blockquote').run(),
  },
  {
    id: 'code',
    group: 'text',
    label: 'Code block',
    description: 'Source code with colours',
    Icon: SquareCode,
    words: 'source snippet pre',
    hint: '```',
    run: tools => chain(tools).setNode('codeBlock', CODE).run(),
  },
  {
    id: 'rule',
    group: 'text',
    label: 'Divider',
    description: 'Line between two parts',
    Icon: Minus,
    words: 'horizontal rule line hr separator',
    hint: '---',
    run: ({ editor }) => insertBlock(editor, { type: 'horizontalRule' }),
  },
]

const MEDIA_COMMANDS: readonly InsertCommand[] = [
  {
    id: 'table',
    group: 'media',
    label: 'Table',
    description: 'Rows and columns with a header row',
    Icon: Table,
    words: 'grid cells rows',
    run: ({ editor }) => insertTable(editor),
  },
  {
    id: 'image',
    group: 'media',
    label: 'Picture or file',
    description: 'Upload a file, or take one of a page',
    Icon: Image,
    words: 'image attachment upload photo video audio pdf',
    run: tools => tools.open('image'),
  },
  {
    id: 'diagram',
    group: 'media',
    label: 'Diagram',
    description: 'Draw shapes and flows',
    Icon: Workflow,
    words: 'gliffy drawio flowchart drawing chart',
    run: tools => askForDiagram(tools),
  },
  {
    id: 'diagram-existing',
    group: 'media',
    label: 'Existing diagram',
    description: 'Show a diagram of another page here',
    Icon: Shapes,
    words: 'reuse linked other page',
    run: tools => tools.open('diagramInsert'),
  },
]

const LINE_COMMANDS: readonly InsertCommand[] = [
  {
    id: 'link',
    group: 'line',
    label: 'Link',
    description: 'To a page, a heading, a file or a website',
    Icon: Link,
    words: 'url page',
    hint: '[',
    run: tools => tools.open('link'),
  },
  {
    id: 'mention',
    group: 'line',
    label: 'Mention a person',
    description: 'Name users, who are notified',
    Icon: AtSign,
    words: 'user people at notify',
    hint: '@',
    run: ({ editor }) => openList(editor.view, '@'),
  },
  {
    id: 'emoji',
    group: 'line',
    label: 'Emoji',
    description: 'Smileys and signs',
    Icon: Smile,
    words: 'emoticon smiley icon picker',
    hint: ':',
    run: tools => tools.open('emoji'),
  },
  {
    id: 'status',
    group: 'line',
    label: 'Status',
    description: 'Coloured word, such as Done',
    Icon: Tag,
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
    group: 'line',
    label: 'Date',
    description: 'Day, or the day by which a task is due',
    Icon: Calendar,
    words: 'day today due calendar',
    run: tools => {
      chain(tools)
        .insertContent({ type: 'date', attrs: { source: dateSource(today()) } })
        .run()
      tools.open('date')
    },
  },
]

/** Visitors who are not signed in may not look for people. */
const lineCommands = (): readonly InsertCommand[] =>
  LINE_COMMANDS.filter(({ id }) => id !== 'mention' || pageData().user !== null)

const COLUMN_COMMANDS: readonly InsertCommand[] = SECTION_KINDS.map(({ type, widths, ...texts }) => ({
  ...texts,
  id: type,
  group: 'columns',
  Icon: () => ColumnsIcon({ widths }),
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
