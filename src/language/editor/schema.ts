/**
 * Schema of the editor's document: its nodes and marks as data. The browser makes its ProseMirror schema from this, so
 * that `toEditor` and `fromEditor` cannot drift apart from it.
 *
 * Conventions of attributes:
 * - `attributes`: the storage element's attributes as written (those that the editor changes included), or null;
 * - `before`: storage source of the whitespace and comments before the node in its parent;
 * - `after`: the same before the end of the node's own element;
 * - `head` / `tail`: storage source of what comes before and after the editable body in the element;
 * - `source`: exact storage source of an opaque node.
 */

export type AttributeBag = Readonly<Record<string, string>> | null

export interface EditorMark {
  readonly type: string
  readonly attrs?: Readonly<Record<string, unknown>>
}

/** A node in ProseMirror's JSON. */
export interface EditorNode {
  readonly type: string
  readonly attrs?: Readonly<Record<string, unknown>>
  readonly content?: readonly EditorNode[]
  readonly marks?: readonly EditorMark[]
  readonly text?: string
}

/** Content of an element that holds blocks. */
export interface Blocks {
  readonly content: readonly EditorNode[]
  /** Source of the trailing whitespace and comments. */
  readonly after: string
}

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
  /** Text is literal, whitespace included. */
  readonly code?: true
  readonly defining?: true
  readonly isolating?: true
  /** Allowed marks; default all. */
  readonly marks?: ''
  readonly tableRole?: 'table' | 'row' | 'cell' | 'header_cell'
  /** Attributes with their default values. */
  readonly attrs: Readonly<Record<string, unknown>>
  /** Attributes copied to both halves of a split. */
  readonly keepOnSplit?: readonly string[]
}

export interface MarkDefinition {
  readonly attrs: Readonly<Record<string, unknown>>
  /** Not extended by text typed at its end, nor by Enter there. */
  readonly inclusive?: false
  /** May nest in itself. */
  readonly nests?: true
}

const around = { attributes: null, before: '' } as const
const container = { ...around, after: '' } as const
const atom = { group: 'inline', inline: true, atom: true, attrs: { source: '' } } as const

/** Nodes by name; the first of group `block` fills empty places. */
export const editorNodes = {
  doc: { content: '(block | layout)+', attrs: { after: '' } },
  paragraph: {
    content: 'inline*',
    group: 'block',
    attrs: {
      ...around,
      /** Whitespace inside the element, around its text. */
      lead: '',
      trail: '',
      /** Text directly in the parent, without an element. */
      bare: false,
      /** Not stored while empty. */
      filler: false,
    },
    keepOnSplit: ['attributes', 'bare'],
  },
  heading: { content: 'inline*', group: 'block', defining: true, attrs: { ...around, level: 1, lead: '', trail: '' } },
  bulletList: { content: 'listItem+', group: 'block', attrs: container },
  orderedList: { content: 'listItem+', group: 'block', attrs: container },
  /** `bare`: content of a list outside any item. */
  listItem: { content: 'block+', defining: true, attrs: { ...container, bare: false } },
  taskList: { content: 'taskItem+', group: 'block', attrs: container },
  taskItem: { content: 'block+', defining: true, attrs: { ...container, status: 'incomplete', head: '', tail: '' } },
  table: {
    content: 'tableRow+',
    group: 'block',
    isolating: true,
    tableRole: 'table',
    /** `head`: its `colgroup`; `columns`: the number of columns at that time. */
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
 * `tag`: element name, null for the usual one. `join`: 1 for an element directly after an equal one, so that the two
 * stay separate. `at`: nesting depth among the marks of its text, null in the usual order, that of this list.
 */
const styled = { tag: null, attributes: null, at: null, join: 0 } as const

export const editorMarks = {
  /** An element without styling: the marker of an inline comment, a span without a style. */
  marker: { attrs: styled, inclusive: false, nests: true },
  link: { attrs: styled, inclusive: false },
  /** An `ac:link`. `body`: how its text is written; `shown`: the displayed text of one without any. */
  wikiLink: { attrs: { ...styled, head: '', tail: '', body: 'plain', shown: '' }, inclusive: false },
  /** Any other inline element. */
  element: { attrs: styled, nests: true },
  textStyle: { attrs: styled },
  bold: { attrs: styled },
  italic: { attrs: styled },
  underline: { attrs: styled },
  strike: { attrs: styled },
  subscript: { attrs: styled },
  superscript: { attrs: styled },
  code: { attrs: styled },
  /** One space for several, or for line breaks of the source. */
  whitespace: { attrs: { source: '' }, inclusive: false },
} as const satisfies Record<string, MarkDefinition>

export type EditorMarkName = keyof typeof editorMarks

/** Names of marks, outermost first. */
export const markOrder: readonly string[] = Object.keys(editorMarks)

/** Elements of each mark, the canonical one first. */
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
  element: [
    'kbd',
    'samp',
    'var',
    'small',
    'big',
    'cite',
    'q',
    'abbr',
    'acronym',
    'dfn',
    'mark',
    'bdi',
    'bdo',
    'font',
    'label',
  ],
}
