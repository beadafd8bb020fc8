/**
 * The editor's document: what nodes and marks it has, as data. The browser makes its ProseMirror schema from this, so
 * that `toEditor` and `fromEditor` cannot drift apart from it.
 *
 * Conventions of attributes:
 * - `attributes`: the storage element's attributes as written (those that the editor changes included), or null;
 * - `before`: storage source of the whitespace and comments that stand before the node in its parent;
 * - `after`: the same before the end of the node's own element;
 * - `head` / `tail`: storage source of what stands in the element before and after its editable body;
 * - `source`: the exact storage source of a node that is carried and never edited inside.
 */

/** Attributes of a storage element, or null for none. */
export type AttributeBag = Readonly<Record<string, string>> | null

export interface EditorMark {
  readonly type: string
  readonly attrs?: Readonly<Record<string, unknown>>
}

/** A node as ProseMirror writes it in JSON. */
export interface EditorNode {
  readonly type: string
  readonly attrs?: Readonly<Record<string, unknown>>
  readonly content?: readonly EditorNode[]
  readonly marks?: readonly EditorMark[]
  readonly text?: string
}

/** What an element that holds blocks has in it. */
export interface Blocks {
  readonly content: readonly EditorNode[]
  /** Source of the blanks and comments at the end. */
  readonly after: string
}

/** A whole page in the editor: a node of type `doc`. */
export interface EditorDocument extends EditorNode {
  readonly type: 'doc'
}

export interface NodeDefinition {
  /** ProseMirror's content expression; absent for leaves. */
  readonly content?: string
  readonly group?: 'block' | 'inline'
  readonly inline?: true
  /** A leaf that is selected as a whole. */
  readonly atom?: true
  /** Text in it is shown and kept as typed, blanks included. */
  readonly code?: true
  readonly defining?: true
  readonly isolating?: true
  /** Marks that its text may bear; default all. */
  readonly marks?: ''
  readonly tableRole?: 'table' | 'row' | 'cell' | 'header_cell'
  /** Attributes with their default values. */
  readonly attrs: Readonly<Record<string, unknown>>
  /** Attributes that both halves keep when the node is split. */
  readonly keepOnSplit?: readonly string[]
}

export interface MarkDefinition {
  readonly attrs: Readonly<Record<string, unknown>>
  /** Neither text typed at its end nor the line that Enter begins there gets it. */
  readonly inclusive?: false
  /** Marks of the same type may stand in each other. */
  readonly nests?: true
}

const around = { attributes: null, before: '' } as const
const container = { ...around, after: '' } as const
const atom = { group: 'inline', inline: true, atom: true, attrs: { source: '' } } as const

/** Nodes by name. The first of group `block` is what fills empty places. */
export const editorNodes = {
  doc: { content: '(block | layout)+', attrs: { after: '' } },
  paragraph: {
    content: 'inline*',
    group: 'block',
    attrs: {
      ...around,
      /** Blanks inside the element, around its text. */
      lead: '',
      trail: '',
      /** Its text stands in the parent without an element of its own. */
      bare: false,
      /** Not in storage as long as it is empty. */
      filler: false,
    },
    keepOnSplit: ['attributes', 'bare'],
  },
  heading: { content: 'inline*', group: 'block', defining: true, attrs: { ...around, level: 1, lead: '', trail: '' } },
  bulletList: { content: 'listItem+', group: 'block', attrs: container },
  orderedList: { content: 'listItem+', group: 'block', attrs: container },
  /** `bare`: what stands in a list without an item around it. */
  listItem: { content: 'block+', defining: true, attrs: { ...container, bare: false } },
  taskList: { content: 'taskItem+', group: 'block', attrs: container },
  taskItem: { content: 'block+', defining: true, attrs: { ...container, status: 'incomplete', head: '', tail: '' } },
  table: {
    content: 'tableRow+',
    group: 'block',
    isolating: true,
    tableRole: 'table',
    /** `head`: its `colgroup`; `columns`: how many columns it had then. */
    attrs: { ...container, head: '', columns: 0 },
  },
  /** `group`: the `thead`, `tbody` or `tfoot` around it; false for none, null as in the row before. */
  tableRow: { content: '(tableCell | tableHeader)*', tableRole: 'row', attrs: { ...container, group: null } },
  tableCell: {
    content: 'block+',
    isolating: true,
    tableRole: 'cell',
    attrs: { ...container, colspan: 1, rowspan: 1, colwidth: null },
  },
  tableHeader: {
    content: 'block+',
    isolating: true,
    tableRole: 'header_cell',
    attrs: { ...container, colspan: 1, rowspan: 1, colwidth: null },
  },
  blockquote: { content: 'block+', group: 'block', defining: true, attrs: container },
  /** A `div`. */
  container: { content: 'block+', group: 'block', defining: true, attrs: container },
  preformatted: { content: 'inline*', group: 'block', code: true, defining: true, attrs: around },
  codeBlock: {
    content: 'text*',
    group: 'block',
    code: true,
    defining: true,
    marks: '',
    attrs: { ...around, tag: 'ac:structured-macro', head: '', tail: '' },
  },
  /** A macro whose rich body is edited in place. */
  macro: {
    content: 'block+',
    group: 'block',
    defining: true,
    attrs: { ...container, tag: 'ac:structured-macro', head: '', tail: '' },
  },
  layout: { content: 'layoutSection+', attrs: container },
  layoutSection: { content: 'layoutCell+', isolating: true, attrs: container },
  layoutCell: { content: 'block+', isolating: true, attrs: container },
  horizontalRule: { group: 'block', attrs: around },
  opaqueBlock: { group: 'block', atom: true, attrs: { source: '', before: '' } },
  text: { group: 'inline', attrs: {} },
  hardBreak: { group: 'inline', inline: true, attrs: { attributes: null } },
  image: atom,
  emoticon: atom,
  date: atom,
  mention: atom,
  status: atom,
  opaqueInline: atom,
} as const satisfies Record<string, NodeDefinition>

export type EditorNodeName = keyof typeof editorNodes

/**
 * `tag`: name of the element, null for the usual one. `join`: 1 for an element right after its like, so that the two
 * stay apart. `at`: how deep it stands among the marks of its text; null in the usual order, which is that of this list.
 */
const styled = { tag: null, attributes: null, at: null, join: 0 } as const

export const editorMarks = {
  /** An element that says what its text is, not how it looks: the marker of an inline comment, a span without a style. */
  marker: { attrs: styled, inclusive: false, nests: true },
  link: { attrs: styled, inclusive: false },
  /** An `ac:link`. `body`: how its text is written; `shown`: the text that stands for one without any. */
  wikiLink: { attrs: { ...styled, head: '', tail: '', body: 'plain', shown: '' }, inclusive: false },
  /** Any other element of a line, `tag` its name. */
  element: { attrs: styled, nests: true },
  textStyle: { attrs: styled },
  bold: { attrs: styled },
  italic: { attrs: styled },
  underline: { attrs: styled },
  strike: { attrs: styled },
  subscript: { attrs: styled },
  superscript: { attrs: styled },
  code: { attrs: styled },
  /** One blank that stands for several, or for line breaks of the source. */
  whitespace: { attrs: { source: '' }, inclusive: false },
} as const satisfies Record<string, MarkDefinition>

export type EditorMarkName = keyof typeof editorMarks

/** Names of marks, outermost first. */
export const markOrder: readonly string[] = Object.keys(editorMarks)

/** Elements that each mark is written as; the usual one first. */
export const markTags: Readonly<Record<string, readonly string[]>> = {
  marker: ['ac:inline-comment-marker'],
  link: ['a'],
  textStyle: ['span'],
  bold: ['strong', 'b'],
  italic: ['em', 'i'],
  underline: ['u', 'ins'],
  strike: ['s', 'del', 'strike'],
  subscript: ['sub'],
  superscript: ['sup'],
  code: ['code', 'tt'],
  element: ['kbd', 'samp', 'var', 'small', 'big', 'cite', 'q', 'abbr', 'acronym', 'dfn', 'mark', 'bdi', 'bdo', 'font',
    'label'],
}

/** Macros whose rich body the editor edits in place. */
export const editableMacros: ReadonlySet<string> = new Set(
  ['info', 'note', 'tip', 'warning', 'panel', 'expand', 'excerpt', 'details', 'section', 'column'],
)
