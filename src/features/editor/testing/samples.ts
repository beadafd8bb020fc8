import type { EditorNodeName } from '#language/editor/index.ts'

const macro = (name: string, inner: string) =>
  `<ac:structured-macro ac:name="${name}" ac:schema-version="1">${inner}</ac:structured-macro>`
const parameter = (name: string, value: string) => `<ac:parameter ac:name="${name}">${value}</ac:parameter>`
const box = (name: string, body = '<p>inside</p>') =>
  macro(name, `${parameter('title', `Title of ${name}`)}<ac:rich-text-body>${body}</ac:rich-text-body>`)
const cell = (inner: string) =>
  `<ac:layout><ac:layout-section ac:type="two_equal"><ac:layout-cell>${inner}</ac:layout-cell><ac:layout-cell>${
    inner
  }</ac:layout-cell></ac:layout-section></ac:layout>`

/** The boxes whose body is edited in place. */
export const boxes = [
  'info',
  'note',
  'tip',
  'warning',
  'panel',
  'expand',
  'excerpt',
  'details',
  'section',
  'column',
] as const

/** Storage of blocks that are shown as a whole and have no text to put a cursor in. */
export const atoms: Readonly<Record<string, string>> = {
  toc: macro('toc', parameter('maxLevel', '3')),
  jira: macro('jira', parameter('jqlQuery', 'project = X')),
  gliffy: macro('gliffy', parameter('name', 'Plan')),
  'a macro that nobody knows': macro('nobody-knows', '<ac:rich-text-body><p>kept</p></ac:rich-text-body>'),
  rule: '<hr />',
  'an element that nobody knows': '<dl><dt>Term</dt><dd>Definition</dd></dl>',
}

/** For each node of the schema, storage that holds it. */
export const samples: Readonly<Record<Exclude<EditorNodeName, 'doc' | 'text'>, string>> = {
  paragraph: '<p style="text-align: center;">a <strong>b <em>c</em></strong> d</p>',
  heading: '<h2 id="x">Heading</h2>',
  bulletList: '<ul class="alternate"><li>one<ul><li><p>below</p></li></ul></li><li>two</li></ul>',
  orderedList: '<ol start="3"><li>three</li></ol>',
  listItem: '<ul><li><p>one</p><p>more</p></li></ul>',
  taskList:
    '<ac:task-list><ac:task><ac:task-id>7</ac:task-id><ac:task-status>complete</ac:task-status><ac:task-body>done</ac:task-body></ac:task></ac:task-list>',
  taskItem:
    '<ac:task-list><ac:task><ac:task-id>8</ac:task-id><ac:task-status>incomplete</ac:task-status><ac:task-body>to do<ul><li>part</li></ul></ac:task-body></ac:task></ac:task-list>',
  table:
    '<table class="wrapped"><colgroup><col style="width: 40.0%;" /><col style="width: 60.0%;" /></colgroup><tbody><tr><td>a</td><td>b</td></tr></tbody></table>',
  tableRow: '<table><thead><tr><th>h</th></tr></thead><tbody><tr class="x"><td>a</td></tr></tbody></table>',
  tableCell:
    '<table><tbody><tr><td colspan="2" data-highlight-colour="red"><p>a</p></td></tr><tr><td>b</td><td>c<br /></td></tr></tbody></table>',
  tableHeader: '<table><tbody><tr><th scope="col">h</th><td rowspan="2">x</td></tr><tr><th>i</th></tr></tbody></table>',
  blockquote: '<blockquote><p>quoted</p></blockquote>',
  container: '<div class="x"><p>in a div</p></div>',
  preformatted: '<pre>two\n  lines</pre>',
  codeBlock: macro(
    'code',
    `${parameter('language', 'js')}${parameter('title', 'T.js')}<ac:plain-text-body><![CDATA[a < b\n  && c]]></ac:plain-text-body>`,
  ),
  macro: boxes.map(name => box(name)).join('') + box('panel', box('expand', `<p>deep</p>${box('info')}`)),
  layout: cell('<p>a</p>'),
  layoutSection: cell(box('info')),
  layoutCell: cell('<h1>a</h1><ul><li>b</li></ul>'),
  horizontalRule: '<hr />',
  opaqueBlock: Object.values(atoms).join(''),
  hardBreak: '<p>a<br />b<br /></p><h2>c<br /></h2><ul><li>d<br /></li></ul><p><strong>e<br /></strong></p>',
  image: '<p>a<ac:image ac:width="40"><ri:url ri:value="http://localhost/x.png" /></ac:image>b</p>',
  emoticon: '<p>a <ac:emoticon ac:name="smile" /> b</p>',
  date: '<p>due <time datetime="2026-12-24" /></p>',
  mention: '<p>by <ac:link><ri:user ri:userkey="u1" /></ac:link></p>',
  status: `<p>state ${macro('status', parameter('title', 'On track') + parameter('colour', 'Green'))} now</p>`,
  opaqueInline: '<p>a <ac:placeholder>type here</ac:placeholder> b <!-- note --> c</p>',
}

/** For marks, storage that holds each. */
export const marked =
  '<p><ac:inline-comment-marker ac:ref="r1">marked <a href="https://example.org/">linked</a></ac:inline-comment-marker>' +
  ' <ac:link ac:anchor="x"><ri:page ri:content-title="Home" /><ac:link-body>to <em>home</em></ac:link-body></ac:link>' +
  ' <span style="color: rgb(191,38,0);">red <u>u</u></span> <span class="x">plain</span> <kbd>k</kbd>' +
  ' <s>s</s><sub>1</sub><sup>2</sup> <code>c  d</code> two\n  lines</p>'
