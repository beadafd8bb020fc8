import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { expect, openSignedIn, screenshot, test } from '../../../test/browser.ts'
import { stepsInNewSpace, text, type EditorSteps } from './testing/steps.ts'

const WORDS =
  'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua, ut enim ad minim veniam.'
const macro = (name: string, parameters: Record<string, string>, body = '') =>
  `<ac:structured-macro ac:name="${name}">${Object.entries(parameters)
    .map(([key, value]) => `<ac:parameter ac:name="${key}">${value}</ac:parameter>`)
    .join('')}${body}</ac:structured-macro>`
const rich = (body: string) => `<ac:rich-text-body>${body}</ac:rich-text-body>`
const plain = (body: string) => `<ac:plain-text-body><![CDATA[${body}]]></ac:plain-text-body>`
const row = (...cells: string[]) => `<tr>${cells.join('')}</tr>`
const table = (...rows: string[]) => `<table><tbody>${rows.join('')}</tbody></table>`
const layout = (type: string, ...cells: string[]) =>
  `<ac:layout><ac:layout-section ac:type="${type}">${cells.map(cell => `<ac:layout-cell>${cell}</ac:layout-cell>`).join('')}</ac:layout-section></ac:layout>`
const task = (id: number, status: string, body: string) =>
  `<ac:task><ac:task-id>${id}</ac:task-id><ac:task-status>${status}</ac:task-status><ac:task-body>${body}</ac:task-body></ac:task>`

/** Kinds of blocks, each as the page language has it. */
const KINDS: Readonly<Record<string, string>> = {
  paragraph: `<p>${WORDS}</p>`,
  'two paragraphs': `<p>${WORDS}</p><p>${WORDS}</p>`,
  'empty paragraph': '<p />',
  'paragraph with a line break': '<p>one<br />two</p>',
  'paragraph of a blank': '<p>&nbsp;</p>',
  'paragraph with leading blanks': '<p>&nbsp; &nbsp; indented</p>',
  'indented paragraph': `<p style="margin-left: 30.0px;">${WORDS}</p>`,
  'centred paragraph': `<p style="text-align: center;">centre</p>`,
  'heading 1': '<h1>Heading</h1>',
  'heading 2': '<h2>Heading</h2>',
  'heading 3': '<h3>Heading</h3>',
  'heading 4': '<h4>Heading</h4>',
  'heading 5': '<h5>Heading</h5>',
  'heading 6': '<h6>Heading</h6>',
  'heading before a paragraph': `<h2>Heading</h2><p>${WORDS}</p>`,
  'two headings': '<h2>Heading</h2><h3>Heading</h3>',
  'formatted words':
    '<p><strong>bold</strong> <em>italic</em> <u>under</u> <s>struck</s> <code>code</code> <sub>sub</sub> <sup>sup</sup></p>',
  'coloured words': '<p><span style="color: rgb(255,0,0);">red</span></p>',
  'small words': '<p><small>small</small> <mark>marked</mark></p>',
  'a key': '<p><kbd>Ctrl</kbd></p>',
  'big words': '<p><big>big</big></p>',
  links:
    '<p><a href="https://example.org/">outside</a> <ac:link><ri:page ri:content-title="Absent" /><ac:plain-text-link-body><![CDATA[page]]></ac:plain-text-link-body></ac:link></p>',
  'status, date and emoticon': `<p>${macro('status', { title: 'Done', colour: 'Green' })} <time datetime="2026-03-04" /> <ac:emoticon ac:name="smile" /></p>`,
  'bullet list': '<ul><li>one</li><li>two</li></ul>',
  'bullet list of long items': `<ul><li>${WORDS}</li><li>${WORDS}</li></ul>`,
  'nested list': '<ul><li>one<ul><li>two<ul><li>three</li></ul></li></ul></li></ul>',
  'numbered list': '<ol><li>one</li><li>two<ol><li>three</li></ol></li></ol>',
  'list of paragraphs': '<ul><li><p>one</p></li><li><p>two</p><p>three</p></li></ul>',
  'list with a table': `<ul><li>one${table(row('<td>a</td>', '<td>b</td>'))}</li></ul>`,
  'task list': `<ac:task-list>${task(1, 'incomplete', 'open')}${task(2, 'complete', 'done')}</ac:task-list>`,
  'nested task list': `<ac:task-list>${task(3, 'incomplete', `open<ac:task-list>${task(4, 'complete', 'done')}</ac:task-list>`)}</ac:task-list>`,
  quote: `<blockquote><p>${WORDS}</p></blockquote>`,
  preformatted: '<pre>one\n  two\nthree</pre>',
  rule: '<hr />',
  'plain table': table(row('<td>a</td>', '<td>b</td>'), row('<td>c</td>', '<td>d</td>')),
  'table with headings': table(row('<th>a</th>', '<th>b</th>'), row('<th>c</th>', '<td>d</td>')),
  'table of paragraphs': table(row('<td><p>a</p></td>', '<td><p>b</p><p>c</p></td>')),
  'table of long cells': table(row(`<td>${WORDS}</td>`, `<td>${WORDS}</td>`), row('<td />', '<td><p>&nbsp;</p></td>')),
  'table with lists': table(row('<td><ul><li>a</li><li>b</li></ul></td>', '<td>c</td>')),
  'table with spans': table(row('<td colspan="2">a</td>'), row('<td>b</td>', '<td>c</td>')),
  'table with colours': table(row('<td class="highlight-green" data-highlight-colour="green">a</td>', '<td>b</td>')),
  'table with widths': `<table><colgroup><col style="width: 120.0px;" /><col style="width: 300.0px;" /></colgroup><tbody>${row('<td>a</td>', '<td>b</td>')}</tbody></table>`,
  code: macro('code', {}, plain('one\n  two')),
  'code with a language': macro('code', { language: 'java' }, plain('int one = 1;\nint two = 2;')),
  'code with a title': macro('code', { title: 'Title', language: 'sql' }, plain('select 1')),
  'code with line numbers': macro('code', { linenumbers: 'true' }, plain('one\ntwo')),
  noformat: macro('noformat', {}, plain('one\n  two')),
  info: macro('info', {}, rich(`<p>${WORDS}</p>`)),
  'note with a title': macro('note', { title: 'Title' }, rich(`<p>${WORDS}</p>`)),
  'warning with a list': macro('warning', {}, rich('<ul><li>one</li><li>two</li></ul>')),
  tip: macro('tip', {}, rich('<p>one</p><p>two</p>')),
  panel: macro('panel', {}, rich(`<p>${WORDS}</p>`)),
  'panel with a title': macro('panel', { title: 'Title', bgColor: '#ffffce', borderWidth: '2' }, rich('<p>one</p>')),
  excerpt: macro('excerpt', {}, rich('<p>one</p>')),
  'section with columns': macro(
    'section',
    {},
    rich(`${macro('column', { width: '30%' }, rich('<p>one</p>'))}${macro('column', {}, rich(`<p>${WORDS}</p>`))}`),
  ),
  'layout of one column': layout('fixed-width', `<p>${WORDS}</p>`),
  'layout of two columns': layout('two_equal', `<p>${WORDS}</p>`, '<p>two</p>'),
  'layout with a sidebar': layout('two_right_sidebar', `<p>${WORDS}</p>`, '<p>two</p>'),
  'layout of three columns': layout('three_equal', '<p>one</p>', `<p>${WORDS}</p>`, '<p>three</p>'),
  picture:
    '<p><ac:image ac:width="96" ac:height="96"><ri:url ri:value="/images/icons/profilepics/default.svg" /></ac:image></p>',
  'centred picture':
    '<p><ac:image ac:align="center" ac:width="96" ac:height="96"><ri:url ri:value="/images/icons/profilepics/default.svg" /></ac:image></p>',
  'div around paragraphs': '<div><p>one</p><p>two</p></div>',
}

/** Most that a length may differ, in CSS pixels. */
const TOLERANCE = 4

interface Extent {
  height: number
  /** Place of the first letter. */
  left: number
  /** Width of a table; 0 for none. */
  table: number
}

const mark = (index: number) => `@@${index}@@`

/** Extents of all that is between the paragraphs with the numbers of the kinds. */
function extentsIn(page: Page, selector: string): Promise<(Extent | null)[]> {
  return page.evaluate(
    ([root, count]) => {
      const place = document.querySelector(root)!
      const markers = [...place.querySelectorAll('p')].filter(each => /^@@\d+@@$/.test(each.textContent.trim()))
      const boxOf = (index: number) => markers.find(each => each.textContent.trim() === `@@${index}@@`)
      const frame = boxOf(0)!.getBoundingClientRect()
      return Array.from({ length: count }, (_, index) => {
        const [start, end] = [boxOf(index), boxOf(index + 1)]
        if (!start || !end) return null
        const [top, bottom] = [start.getBoundingClientRect().bottom, end.getBoundingClientRect().top]
        const between = document.createRange()
        between.setStartAfter(start)
        between.setEndBefore(end)
        const words = document.createTreeWalker(place, NodeFilter.SHOW_TEXT)
        const lefts: number[] = []
        while (words.nextNode()) {
          const node = words.currentNode
          const first = node.textContent!.search(/[^\s\u00a0]/)
          const isShown = node.parentElement!.checkVisibility()
          if (first < 0 || !isShown || !between.intersectsNode(node)) continue
          const letter = document.createRange()
          letter.setStart(node, first)
          letter.setEnd(node, first + 1)
          lefts.push(letter.getBoundingClientRect().left)
        }
        const tables = [...place.querySelectorAll('table')].filter(each => between.intersectsNode(each))
        return {
          height: bottom - top,
          left: lefts.length > 0 ? Math.min(...lefts) - frame.left : 0,
          table: tables[0]?.getBoundingClientRect().width ?? 0,
        }
      })
    },
    [selector, Object.keys(KINDS).length] as const,
  )
}

describe('the editor and the page', () => {
  let wiki: TestWiki
  let steps: EditorSteps

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    steps = await stepsInNewSpace(wiki, 'EQ', 'Equal')
  })
  afterAll(() => wiki.close())

  test('show every kind of block in the same place and size', async ({ openPage }) => {
    const blocks = Object.values(KINDS)
      .map((storage, index) => `<p>${mark(index)}</p>${storage}`)
      .join('')
    const id = await steps.create('Equal', `${blocks}<p>${mark(Object.keys(KINDS).length)}</p>`)
    const page = await openSignedIn(openPage, wiki, ADMIN)
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${id}`)
    await page.locator('#main-content').waitFor()
    await page.evaluate(() => document.fonts.ready)
    const view = await extentsIn(page, '#main-content')
    await screenshot(page, 'kinds in the view', { fullPage: true })
    await steps.edit(page, id)
    await text(page).getByText(mark(0)).waitFor()
    await page.evaluate(() => document.fonts.ready)
    const editor = await extentsIn(page, '.ProseMirror')
    await screenshot(page, 'kinds in the editor', { fullPage: true })
    const differences = Object.keys(KINDS).flatMap((kind, index) => {
      const [one, other] = [view[index], editor[index]]
      if (!one || !other) return `${kind}: not there`
      return (['height', 'left', 'table'] as const)
        .filter(side => Math.abs(one[side] - other[side]) > TOLERANCE)
        .map(side => `${kind}: ${side} ${one[side].toFixed(0)} → ${other[side].toFixed(0)}`)
    })
    expect(differences).toEqual([])
  })
})
