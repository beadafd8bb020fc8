import { describe, expect, test } from 'vitest'
import { openEditor, paste } from '../../../testing/open-editor.ts'
import { storageIn } from '../create.ts'
import type { Losses } from './losses.ts'

/** Storage format of an empty page in which HTML was pasted, and what the author is told. */
function read(html: string): { storage: string; losses: Losses | undefined; people: Record<string, string> } {
  let losses: Losses | undefined
  const people: Record<string, string> = {}
  const editor = openEditor('', {
    onLosses: found => {
      losses = found
    },
    knowPerson: (key, name) => {
      people[key] = name
    },
  })
  paste(editor, { 'text/html': html, 'text/plain': 'x' })
  return { storage: storageIn(editor), losses, people }
}
const pasted = (html: string) => read(html).storage

const macro = (name: string, inner: string) => `<ac:structured-macro ac:name="${name}">${inner}</ac:structured-macro>`
const parameter = (name: string, value: string) => `<ac:parameter ac:name="${name}">${value}</ac:parameter>`
const box = (name: string, body: string, parameters = '') =>
  macro(name, `${parameters}<ac:rich-text-body>${body}</ac:rich-text-body>`)
const task = (status: string, text: string) =>
  `<ac:task><ac:task-status>${status}</ac:task-status><ac:task-body>${text}</ac:task-body></ac:task>`
const tasks = (...items: string[]) => `<ac:task-list>${items.join('')}</ac:task-list>`
const table = (cells: string, cols = '') => `<table>${cols}<tbody>${cells}</tbody></table>`

describe('Word and Outlook', () => {
  const word = (body: string) =>
    `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15">` +
    `<style><!-- p.MsoNormal {margin:0cm; color:black} span.Strong1 {font-weight:bold} --></style></head>` +
    `<body lang=DE><!--StartFragment-->${body}<!--EndFragment--></body></html>`

  test('headings, titles, quotes and empty lines', () => {
    expect(
      pasted(
        word(
          '<p class=MsoTitle>Plan<o:p></o:p></p><h2><a name="_Toc1"></a>One<o:p></o:p></h2>' +
            '<p class=MsoNormal>a <b>b</b> <span class=Strong1>c</span><o:p></o:p></p>' +
            '<p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoQuote>said<o:p></o:p></p>' +
            '<p class=MsoNormal align=center style=\'text-align:center\'>mid<a href="#_ftn1">[1]</a></p>',
        ),
      ),
    ).toBe(
      '<h1>Plan</h1><h2>One</h2><p>a <strong>b</strong> <strong>c</strong></p><p />' +
        '<blockquote><p>said</p></blockquote><p style="text-align: center;">mid[1]</p>',
    )
  })

  test('lists made of paragraphs, and a table of contents', () => {
    const item = (level: number, sign: string, text: string) =>
      `<p class=MsoListParagraph style='margin-left:36.0pt;text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]>` +
      `<span style='font-family:Symbol'><span style='mso-list:Ignore'>${sign}<span>&nbsp;&nbsp;</span></span></span><![endif]>${text}<o:p></o:p></p>`
    expect(
      pasted(
        word(
          `<p class=MsoToc1><a href="#_Toc1">One 1</a></p><p class=MsoToc2><a href="#_Toc2">Two 2</a></p>${item(1, '·', 'a')}${item(2, 'o', 'b')}${item(1, '·', 'c')}`,
        ),
      ),
    ).toBe(`<ac:structured-macro ac:name="toc" /><ul><li><p>a</p><ul><li><p>b</p></li></ul></li><li><p>c</p></li></ul>`)
  })

  test('tables with colours, header rows, spans and widths', () => {
    expect(
      pasted(
        word(
          `<table class=MsoTableGrid border=1><thead><tr><td width=120 colspan=2 style='width:90.0pt;background:#4472C4'><p class=MsoNormal align=right style='text-align:right'>H</p></td></tr></thead>` +
            `<tr><td width=60 style='width:45.0pt;background:yellow;mso-highlight:yellow'><p class=MsoNormal>a</p></td><td width=60 style='width:45.0pt'><p class=MsoNormal>b</p></td></tr></table>`,
        ),
      ),
    ).toBe(
      table(
        '<tr><th data-highlight-colour="#4472c4" colspan="2"><p style="text-align: right;">H</p></th></tr>' +
          '<tr><td data-highlight-colour="#ffff00"><p>a</p></td><td><p>b</p></td></tr>',
        '<colgroup><col style="width: 60.0px;" /><col style="width: 60.0px;" /></colgroup>',
      ),
    )
  })

  test('coloured words, and shades of grey as usual text', () => {
    expect(
      pasted(
        word(
          "<p class=MsoNormal><span style='color:red'>a</span> <span style='color:#333333'>b</span> <span style='background:yellow;mso-highlight:yellow'>c</span> <a href=\"https://example.org/\"><span style='color:#0563C1'>d</span></a></p>",
        ),
      ),
    ).toBe(
      '<p><span style="color: #ff0000;">a</span> b <span style="background-color: #ffff00;">c</span> <a href="https://example.org/">d</a></p>',
    )
  })

  test('pictures on the device are reported as lost', () => {
    const { storage, losses } = read(
      word(
        '<p class=MsoNormal>a <!--[if gte vml 1]><v:shape><v:imagedata src="file:///C:/x.png"/></v:shape><![endif]--><![if !vml]><img width=10 src="file:///C:/x.png"><![endif]> b</p>' +
          '<p class=MsoNormal><img src="cid:image001.png@01"></p><p class=MsoNormal><img src="https://example.org/a.png" alt="A"></p>',
      ),
    )
    expect(losses).toEqual({ pictures: 2, mentions: 0 })
    expect(storage).toContain('<ac:image ac:alt="A"><ri:url ri:value="https://example.org/a.png" /></ac:image>')
    expect(storage).not.toContain('file:')
  })

  test('mails of Outlook on the web keep their lines', () => {
    expect(
      pasted(
        '<div class="elementToProof" style="color:rgb(0,0,0)">Hello</div><div><br></div><div>Bye <img alt="😀" src="data:x"></div>',
      ),
    ).toBe('<p>Hello</p><p /><p>Bye 😀</p>')
  })
})

describe('Google Docs and Sheets', () => {
  const docs = (body: string) =>
    `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1a">${body}</b><br class="Apple-interchange-newline">`

  test('text, headings and links', () => {
    expect(
      pasted(
        docs(
          '<h1 dir="ltr" style="line-height:1.38"><span style="font-size:20pt;color:#000000;font-weight:400">Title</span></h1>' +
            '<p dir="ltr"><span style="color:#000000;font-weight:700;font-style:italic">a</span><span style="color:#ff0000;font-weight:400"> b </span>' +
            '<a href="https://example.org/x" style="text-decoration:none"><span style="color:#1155cc;text-decoration:underline">c</span></a></p>',
        ),
      ),
    ).toBe(
      '<h1>Title</h1><p><strong><em>a</em></strong><span style="color: #ff0000;"> b </span><a href="https://example.org/x"><u>c</u></a></p>',
    )
  })

  test('checklists become tasks, and their boxes are no lost pictures', () => {
    const item = (isDone: boolean, text: string) =>
      `<li dir="ltr" role="checkbox" aria-checked="${isDone}" style="list-style-type:none"><img src="data:image/png;base64,AAAA" width="17" alt="${isDone ? '' : 'un'}checked" aria-roledescription="checkbox" /><p dir="ltr" role="presentation" style="display:inline"><span>${text}</span></p></li>`
    const { storage, losses } = read(
      docs(`<ul>${item(false, 'a')}<ul>${item(true, 'b')}</ul>${item(true, 'c')}</ul><ul><li><p>d</p></li></ul>`),
    )
    expect(storage).toBe(
      `${tasks(task('incomplete', `<p>a</p>${tasks(task('complete', '<p>b</p>'))}`), task('complete', '<p>c</p>'))}<ul><li><p>d</p></li></ul>`,
    )
    expect(losses).toBeUndefined()
  })

  test('cells with colours, alignment, widths and spans', () => {
    expect(
      pasted(
        '<google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #ccc;}br {mso-data-placement:same-cell;}--></style>' +
          '<table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" border="1" style="table-layout:fixed;width:0px" data-sheets-root="1"><colgroup><col width="100"/><col width="150"/></colgroup><tbody>' +
          '<tr style="height:21px;"><td style="background-color:#ffff00;font-weight:bold;text-align:center;" colspan="2" rowspan="1">Total</td></tr>' +
          '<tr style="height:21px;"><td style="text-align:right;">1</td><td style="background-color:#ffffff;color:#ff0000;">a<br/>b</td></tr></tbody></table>',
      ),
    ).toBe(
      table(
        '<tr><td data-highlight-colour="#ffff00" style="text-align: center;" colspan="2"><p><strong>Total</strong></p></td></tr>' +
          '<tr><td style="text-align: right;"><p>1</p></td><td><p><span style="color: #ff0000;">a<br />b</span></p></td></tr>',
        '<colgroup><col style="width: 100.0px;" /><col style="width: 150.0px;" /></colgroup>',
      ),
    )
  })
})

describe('Excel and Numbers', () => {
  test('colours and alignment of style sheets, widths, spans, and no hidden rows', () => {
    expect(
      pasted(
        '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta name=ProgId content=Excel.Sheet>' +
          '<style><!--table {mso-displayed-decimal-separator:"\\.";} .xl65 {mso-style-parent:style0; background:#92D050; mso-pattern:black none; text-align:center;} .xl66{font-weight:700}--></style></head><body>' +
          "<!--StartFragment--><table border=0 width=192><col width=64 style='width:48pt'><col width=64 span=2 style='mso-width-source:userset;width:48pt'>" +
          '<tr height=20><td height=20 class=xl65 width=64>a</td><td colspan=2 class=xl66 width=128>b</td></tr>' +
          "<tr><td rowspan=2>c</td><td align=right>1</td><td align=right>2,5</td></tr><tr><td></td><td></td></tr><tr height=0 style='display:none'><td width=64></td></tr></table><!--EndFragment--></body></html>",
      ),
    ).toBe(
      table(
        '<tr><td data-highlight-colour="#92d050" style="text-align: center;"><p>a</p></td><td colspan="2"><p><strong>b</strong></p></td></tr>' +
          '<tr><td rowspan="2"><p>c</p></td><td style="text-align: right;"><p>1</p></td><td style="text-align: right;"><p>2,5</p></td></tr>' +
          '<tr><td><p /></td><td><p /></td></tr>',
        '<colgroup><col style="width: 64.0px;" /><col style="width: 64.0px;" /><col style="width: 64.0px;" /></colgroup>',
      ),
    )
  })

  test('cells of Numbers', () => {
    expect(
      pasted(
        '<html><head><meta name="Generator" content="Cocoa HTML Writer"><style type="text/css">p.p1 {margin: 0.0px; text-align: center; font: 10px Helvetica} td.td1 {width: 98.0px; background-color: #bdc0bf}</style></head><body>' +
          '<table cellspacing="0" class="t1"><tbody><tr><td valign="top" class="td1"><p class="p1"><b>Name</b></p></td></tr></tbody></table></body></html>',
      ),
    ).toBe(
      table(
        '<tr><td data-highlight-colour="#bdc0bf"><p style="text-align: center;"><strong>Name</strong></p></td></tr>',
        '<colgroup><col style="width: 98.0px;" /></colgroup>',
      ),
    )
  })

  test('a cell that is pasted into a cell fills it', () => {
    const editor = openEditor('<table><tbody><tr><td>a</td><td>b</td></tr></tbody></table>')
    editor.commands.setTextSelection(4)
    paste(editor, {
      'text/html': '<table data-sheets-root="1"><tr><td style="background-color:#ff0000">x</td><td>y</td></tr></table>',
    })
    expect(storageIn(editor)).toBe(table('<tr><td data-highlight-colour="#ff0000"><p>x</p></td><td><p>y</p></td></tr>'))
  })
})

describe('Confluence Cloud', () => {
  const panel = (type: string, more = '') =>
    `<div data-panel-type="${type}"${more}><div class="ak-editor-panel__icon"><span>i</span></div><div class="ak-editor-panel__content"><p>text</p></div></div>`

  test('panels become boxes of the same colour', () => {
    for (const [type, name] of [
      ['info', 'info'],
      ['warning', 'note'],
      ['error', 'warning'],
      ['success', 'tip'],
    ] as const)
      expect(pasted(`<meta charset='utf-8'>${panel(type)}`), type).toBe(box(name, '<p>text</p>'))
    expect(pasted(panel('note'))).toBe(box('panel', '<p>text</p>', parameter('bgColor', '#eae6ff')))
    expect(pasted(panel('custom', ' data-panel-color="#ffebe6"'))).toBe(
      box('panel', '<p>text</p>', parameter('bgColor', '#ffebe6')),
    )
    expect(pasted('<div data-panel-type="info"><div><p>a</p></div></div>')).toBe(box('info', '<p>a</p>'))
  })

  test('expands, status, dates, mentions, emoji and cards', () => {
    const { storage, losses } = read(
      '<div data-node-type="expand" data-title="More &amp; more" data-expanded="true" data-pm-slice="3 3 []"><p>in</p></div>' +
        '<p><span data-node-type="status" data-color="green" data-style="">DONE</span> <span data-node-type="date" data-timestamp="1798070400000"></span> ' +
        '<span data-mention-id="5b1" contenteditable="false">@Ada</span> <span data-emoji-short-name=":smile:" data-emoji-text="😄"><img src="blob:x"></span> ' +
        '<a data-inline-card="" href="https://example.org/card" data-card-data=""></a></p>',
    )
    expect(storage).toBe(
      box('expand', '<p>in</p>', parameter('title', 'More &amp; more')) +
        `<p>${macro('status', parameter('title', 'DONE') + parameter('colour', 'Green'))} <time datetime="2026-12-24" /> @Ada 😄 <a href="https://example.org/card">https://example.org/card</a></p>`,
    )
    expect(losses).toEqual({ pictures: 0, mentions: 1 })
  })

  test('tasks, decisions, code and tables', () => {
    expect(
      pasted(
        '<div data-node-type="actionList" data-task-list-local-id="l"><div data-task-local-id="1" data-task-state="DONE">a</div><div data-task-local-id="2" data-task-state="TODO">b</div></div>' +
          '<ol data-node-type="decisionList"><li data-decision-local-id="d" data-decision-state="DECIDED">c</li></ol>' +
          '<pre data-language="js"><code>if (a) {\n  b\n}</code></pre>',
      ),
    ).toBe(
      `${tasks(task('complete', '<p>a</p>'), task('incomplete', '<p>b</p>'))}<ul><li><p>c</p></li></ul>` +
        macro(
          'code',
          `${parameter('language', 'js')}<ac:plain-text-body><![CDATA[if (a) {\n  b\n}]]></ac:plain-text-body>`,
        ),
    )
    expect(
      pasted(
        '<table data-layout="default"><tbody><tr><th data-colwidth="160" class="x"><p>h</p></th><td data-colwidth="200" style="background-color: #e3fcef;"><p>a</p></td></tr></tbody></table>',
      ),
    ).toBe(
      table(
        '<tr><th><p>h</p></th><td data-highlight-colour="#e3fcef"><p>a</p></td></tr>',
        '<colgroup><col style="width: 160.0px;" /><col style="width: 200.0px;" /></colgroup>',
      ),
    )
  })

  test('macros with and without a body, and columns', () => {
    const values = JSON.stringify({ macroParams: { maxLevel: { value: '3' }, bad: 1 }, macroMetadata: {} })
    expect(
      pasted(
        `<p>x</p><div data-node-type="extension" data-extension-type="com.atlassian.confluence.macro.core" data-extension-key="toc" data-parameters='${values}'></div>` +
          `<div data-node-type="bodied-extension" data-extension-key="excerpt" data-parameters="{}"><p>in</p></div>`,
      ),
    ).toBe(`<p>x</p>${macro('toc', parameter('maxLevel', '3'))}${box('excerpt', '<p>in</p>')}`)
    expect(
      pasted(
        '<div data-layout-section="true"><div data-layout-column="true" data-column-width="33.33"><div data-layout-content="true"><p>a</p></div></div><div data-layout-column="true" data-column-width="66.66"><div data-layout-content="true"><p>b</p></div></div></div>',
      ),
    ).toBe(
      '<ac:layout><ac:layout-section ac:type="two_left_sidebar"><ac:layout-cell><p>a</p></ac:layout-cell><ac:layout-cell><p>b</p></ac:layout-cell></ac:layout-section></ac:layout>',
    )
  })

  test('pictures that only the other wiki has are reported as lost', () => {
    const { storage, losses } = read(
      '<div data-node-type="mediaSingle"><div data-node-type="media" data-id="u" data-collection="c"></div></div><p>a<img src="blob:https://media.example/#media-blob-url=true"></p>',
    )
    expect(storage).toBe('<p>a</p>')
    expect(losses).toEqual({ pictures: 2, mentions: 0 })
  })
})

describe('other programs', () => {
  test('tasks, toggles and callouts of Notion', () => {
    expect(
      pasted(
        "<meta charset='utf-8'><!-- notionvc: 1f --><ul>\n<li>[ ]  open</li>\n<li>[x]  <strong>done</strong></li>\n</ul>\n<ul>\n<li>item</li>\n</ul><aside>\n💡 <p>idea</p></aside><details><summary>More</summary><p>in</p></details>",
      ),
    ).toBe(
      `${tasks(task('incomplete', '<p>open</p>'), task('complete', '<p><strong>done</strong></p>'))}<ul><li><p>item</p></li></ul>` +
        box('info', '<p>💡</p><p>idea</p>') +
        box('expand', '<p>in</p>', parameter('title', 'More')),
    )
  })

  test('code of VS Code with its language', () => {
    const editor = openEditor('')
    paste(editor, {
      'text/plain': 'if (a) {\r\n  b()\r\n}',
      'text/html': '<div style="color:#d4d4d4"><div><span>if</span></div></div>',
      'vscode-editor-data': '{"version":1,"mode":"typescript"}',
    })
    expect(storageIn(editor)).toBe(
      macro(
        'code',
        `${parameter('language', 'typescript')}<ac:plain-text-body><![CDATA[if (a) {\n  b()\n}]]></ac:plain-text-body>`,
      ),
    )
  })

  test('pages of this wiki are linked as pages, and their mentions stay', () => {
    const { storage, people } = read(
      `<p><a href="${location.origin}/display/OPS/Plan">Plan</a> <a href="${location.origin}/display/DEV/Other">that</a> <a class="confluence-userlink user-mention" data-username="ann" data-userkey="k1" href="${location.origin}/display/~ann">Ann A</a>` +
        ` <a class="user-mention" data-userkey="k2" href="https://other.example/display/~bob">Bob</a></p>`,
    )
    expect(storage).toBe(
      '<p><ac:link><ri:page ri:content-title="Plan" ri:space-key="OPS" /></ac:link>' +
        ' <ac:link><ri:page ri:content-title="Other" ri:space-key="DEV" /><ac:plain-text-link-body><![CDATA[that]]></ac:plain-text-link-body></ac:link>' +
        ' <ac:link><ri:user ri:userkey="k1" /></ac:link> <a href="https://other.example/display/~bob">Bob</a></p>',
    )
    expect(people).toEqual({ k1: 'Ann A' })
  })

  test('backgrounds of a page design do not become colours of cells', () => {
    expect(
      pasted(
        '<table><tr><th style="background-color: rgb(245, 245, 244); color: rgb(0,0,0)">a</th><td style="background-color: rgb(250, 250, 249)">b</td></tr></table>',
      ),
    ).toBe(table('<tr><th><p>a</p></th><td><p>b</p></td></tr>'))
  })
})
