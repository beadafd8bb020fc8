import { DEMO_DIAGRAM, SOURCES } from './diagram.ts'
import { bare, code, layout, link, macro, status, table, tasks } from './markup.ts'

/** A page of the demonstration, in storage format, with those below it. */
export interface DemoPage {
  readonly title: string
  /** Or made of the id of the home page, which owns the diagram. */
  readonly storage: string | ((homeId: number) => string)
  readonly labels?: readonly string[]
  readonly children?: readonly DemoPage[]
}

/** The home page and the tree below it. */
export const demoPages: DemoPage = {
  title: 'Welcome to Oxbow',
  labels: ['start-here'],
  storage: `<p>A wiki is a place where a team writes down what it knows, so that nobody has to ask twice. This space shows what pages
can do. Everything in it may be changed: press <strong>Edit</strong> and try.</p>
<p>${bare('gliffy', { name: DEMO_DIAGRAM })}</p>
${layout([
  'two_equal',
  `<h2>Write</h2><ul><li>${link('Text and headings')}</li><li>${link('Tables')}</li><li>${link('Diagrams')}</li><li>${link('Code')}</li><li>${link('Panels')}</li></ul>`,
  `<h2>Work together</h2><ul><li>${link('Tasks')}</li><li>${link('Layouts')}</li><li>${link('Organising pages')}</li><li>${link('Labels')}</li></ul>`,
])}
${macro('tip', '<p>When you have seen enough, a space administrator can delete this space. Nothing else depends on it.</p>', { title: 'Only a demonstration' })}
<h2>First steps</h2>
${tasks(
  [true, 'Set the wiki up'],
  [false, 'Create a space for your team'],
  [false, 'Invite the others, and decide who may do what'],
  [false, 'Write the page that people ask you about most'],
)}`,
  children: [
    {
      title: 'Writing pages',
      labels: ['writing'],
      storage: `<p>Each page below shows one thing. Look at it, then open it in the editor to see how it is made.</p>
${bare('children', { all: 'true' })}`,
      children: [
        {
          title: 'Text and headings',
          labels: ['writing'],
          storage: `${bare('toc', { maxLevel: '3' })}
<h2>Emphasis</h2>
<p>Words can be <strong>strong</strong>, <em>stressed</em>, <u>underlined</u>, <s>struck out</s>, or set as <code>code</code>; also
H<sub>2</sub>O and 10<sup>6</sup>. A text may stand in colour, <span style="color: rgb(0,128,128);">like this</span>, where it means something.</p>
<h2>Lists</h2>
<ul><li>Points without order
<ul><li>with points of their own</li></ul></li><li>and further ones</li></ul>
<ol><li>First this</li><li>then that</li></ol>
<h2>Quotations</h2>
<blockquote><p>The best way to have a good idea is to have a lot of ideas.</p></blockquote>
<h2>Links</h2>
<p>Link to a page by its title, as to ${link('Tables')}: when that page gets another title, the link follows. Addresses elsewhere work
as on any web page: <a href="https://www.w3.org/">the World Wide Web Consortium</a>.</p>
<h3>Headings have addresses too</h3>
<p>The list at the top leads to every heading of this page, and grows with it.</p>`,
        },
        {
          title: 'Tables',
          labels: ['writing', 'table'],
          storage: `<p>A table for what is best compared side by side.</p>
${table(
  ['Release', 'State', 'Who', 'When'],
  ['1.0', status('DONE', 'Green'), 'Everybody', '<time datetime="2026-03-02" />'],
  ['1.1', status('IN PROGRESS', 'Blue'), 'Server team', '<time datetime="2026-06-15" />'],
  ['2.0', status('PLANNED', 'Grey'), 'Open', 'Not decided'],
)}
<p>Cells may span rows and columns, and hold lists, pictures and panels.</p>
<table><tbody><tr><th rowspan="2">Region</th><th colspan="2">Visitors</th></tr><tr><th>Spring</th><th>Summer</th></tr>
<tr><td>North</td><td>1,204</td><td>2,377</td></tr><tr><td>South</td><td>988</td><td>3,102</td></tr></tbody></table>`,
        },
        {
          title: 'Code',
          labels: ['writing', 'code'],
          storage: `<p>Code keeps its form and gets the colours of its language.</p>
${code(
  'sql',
  `select space.name, count(*) as pages
from content join space on space.id = content.space_id
where content.status = 'current'
group by space.name
order by pages desc;`,
  { title: 'How many pages has each space?', linenumbers: 'true' },
)}
${code(
  'python',
  `def greet(name: str) -> str:
    """Says hello, whoever it is."""
    return f"Hello, {name or 'stranger'}!"`,
)}
<p>Text that is to stay as it was typed, without colours:</p>
<ac:structured-macro ac:name="noformat"><ac:plain-text-body><![CDATA[$ oxbow backup /var/backups/wiki.tar.gz
Wrote 1204 rows and 17 stored files]]></ac:plain-text-body></ac:structured-macro>`,
        },
        {
          title: 'Diagrams',
          labels: ['writing'],
          storage:
            homeId => `<p>Diagrams are drawn in the wiki: choose <strong>Diagram</strong> in the editor's Insert menu. Their shapes may lead to
pages, to other diagrams and to other pages of their own, and the search finds the words in them.</p>
<h2>One diagram on many pages</h2>
<p>This one lies on ${link('Welcome to Oxbow')}; whoever changes it there or here changes it in both places. Insert one by
<strong>Existing diagram</strong>.</p>
<p>${bare('gliffy', { name: DEMO_DIAGRAM, pageid: String(homeId), size: 'M', border: 'true' })}</p>
<h2>Pinned to a version</h2>
<p>The same diagram as it was at first, whatever becomes of it. <strong>Diagram options</strong> sets the version, the size and the
border.</p>
<p>${bare('gliffy', { name: DEMO_DIAGRAM, pageid: String(homeId), version: '1', chrome: 'min' })}</p>
<h2>One page of several</h2>
<p>A diagram may have several pages. This is the second one, to which “A thought” leads on the first.</p>
<p>${bare('gliffy', { name: DEMO_DIAGRAM, pageid: String(homeId), size: 'M', pagePin: SOURCES })}</p>`,
        },
        {
          title: 'Panels',
          labels: ['writing'],
          storage: `<p>A panel sets apart what must not be missed. Use few of them.</p>
${macro('info', '<p>Good to know.</p>', { title: 'Information' })}
${macro('tip', '<p>A way that saves time.</p>', { title: 'Tip' })}
${macro('note', '<p>Something to keep in mind.</p>', { title: 'Note' })}
${macro('warning', '<p>Something that goes wrong when it is overlooked.</p>', { title: 'Warning' })}
${macro('panel', '<p>A panel of your own, with a title and colours as you like.</p>', { title: 'Opening hours', borderStyle: 'solid' })}
${macro('expand', '<p>Long explanations wait here until somebody wants them.</p>', { title: 'Why is it so?' })}`,
        },
      ],
    },
    {
      title: 'Working together',
      labels: ['team'],
      storage: `<p>Pages are where work is agreed on, done and found again.</p>
${bare('children', { all: 'true' })}`,
      children: [
        {
          title: 'Tasks',
          labels: ['team', 'meeting'],
          storage: `<p>Notes of a meeting end in tasks. Tick one when it is done.</p>
<h2>Agreed on</h2>
${tasks(
  [true, 'Book the room'],
  [false, 'Send the agenda to everybody'],
  [false, `Write down what we decided, as in ${link('Tables')}`],
)}
<h2>Decided</h2>
<p>${status('DECIDED', 'Green')} We write first and meet second.</p>`,
        },
        {
          title: 'Layouts',
          labels: ['team'],
          storage: layout(
            ['single', '<p>A page can be divided into sections, each with one, two or three columns.</p>'],
            [
              'two_left_sidebar',
              '<h3>Aside</h3><p>A narrow column for dates, names and links.</p>',
              '<h3>In the middle</h3><p>The wide column for what the page is about. On a narrow screen the columns follow one another.</p>',
            ],
            [
              'three_equal',
              '<h3>Before</h3><p>What we knew.</p>',
              '<h3>Now</h3><p>What we know.</p>',
              '<h3>Next</h3><p>What we want to find out.</p>',
            ],
          ),
        },
        {
          title: 'Organising pages',
          labels: ['team'],
          storage: `<p>Pages stand below one another, as deep as you like. The tree at the left shows them; drag a page to move it with all
that is below. Who may see or edit a page can be restricted, and a restriction on viewing holds for everything below.</p>
${bare('children', { all: 'true', depth: '3' })}`,
          children: [
            {
              title: 'Handbook',
              storage: '<p>An example of a page with pages below it: the handbook of a team.</p>',
              children: [
                {
                  title: 'How we plan',
                  storage: `<p>Once a quarter, on one page, with a table as in ${link('Tables')}.</p>`,
                },
                {
                  title: 'How we decide',
                  storage: '<p>Whoever does the work decides. Whoever is affected is asked before.</p>',
                },
              ],
            },
          ],
        },
        {
          title: 'Labels',
          labels: ['team', 'start-here'],
          storage: `<p>Labels bring together what stands in different places. This page bears <em>team</em> and <em>start-here</em>; the
labels stand at the foot of the page and lead to all others that bear them.</p>
<p>The search finds by labels too: <code>label = "start-here" and space = DEMO</code> is a query in CQL.</p>`,
        },
      ],
    },
  ],
}
