import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse, serialise } from '#language/index.ts'
import { editorMarks, editorNodes } from '#language/editor/index.ts'
import { htmlOf } from '#language/testing.ts'
import { runsOf } from '../../../../../../test/lanes.ts'
import { openEditor } from '../../../testing/open-editor.ts'
import { storageIn } from '../create.ts'

const TAGS = `a abbr aside b blockquote br code col colgroup details div em embed form h1 h3 i iframe img input li link
  math meta object ol p pre script span strong style sub summary svg table tbody td th thead time tr ul video x-y
  o:p ac:structured-macro ri:page`.split(/\s+/)
const VALUES = [
  '',
  '1',
  '2',
  '1e9',
  '-1',
  'x',
  'info',
  'DONE',
  'checkbox',
  'true',
  'javascript:alert(1)',
  ' java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'https://example.org/a?b&c',
  '/display/OPS/A',
  '/download/attachments/1/a.png',
  'color:red;background:url(javascript:alert(1));text-align:center',
  'mso-list:l0 level1 lfo1',
  'display:none',
  'width:9e9px',
  '<img src=x onerror=alert(1)>',
  '"><script>alert(1)</script>',
  ']]></ac:plain-text-body><script>',
  'MsoToc1',
  'confluence-information-macro confluence-information-macro-tip',
  'status-macro aui-lozenge-error',
  'language-<b>',
  '__proto__',
  '{"macroParams":{"a":{"value":"</ac:parameter><script>"},"__proto__":{"value":"x"}}}',
  ...Object.keys(editorNodes),
  ...Object.keys(editorMarks),
]
const OWN = [
  '{"source":"<script>alert(1)</script>"}',
  '{"source":"<p onclick=\\"x\\">a</p>","attributes":{"onclick":"x","style":"a:url(x)","href":"javascript:x"}}',
  '{"colspan":1000000000,"rowspan":-4,"colwidth":"x","level":"9","attributes":7}',
  '{"attributes":{"ac:name":"html"},"head":"<iframe src=x>","tag":"script","group":{"tag":"script"}}',
  '{"lead":{"toString":1},"shown":[],"body":{},"status":null,"columns":{},"before":5}',
  'null',
  '[]',
  '{',
]
const NAMES = `align alt aria-checked bgcolor class colspan rowspan data-checked data-colwidth data-emoji-text
  data-extension-key data-inline-card data-layout-column data-layout-section data-mention-id data-node-type
  data-panel-type data-parameters data-pm-slice data-task-state data-timestamp data-title data-type data-userkey
  data-ox data-ox-place href id onclick onerror role src srcdoc start style width xlink:href`.split(/\s+/)

const { html } = fc.letrec<{ html: string }>(tie => ({
  html: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    fc.constantFrom(
      'a',
      ' ',
      '\n',
      '&lt;b&gt;',
      '[ ] x',
      '<!--[if !supportLists]-->',
      '<![endif]>',
      '\u0000',
      '\ud800',
      '</p>',
      '<p',
    ),
    fc
      .tuple(
        fc.constantFrom(...TAGS),
        fc.array(fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom(...VALUES)), { maxLength: 3 }),
        fc.option(fc.constantFrom(...OWN), { freq: 8 }),
        fc.array(tie('html'), { maxLength: 4, depthIdentifier: 'tree' }),
      )
      .map(([tag, attributes, own, children]) => {
        const all = own === null ? attributes : [...attributes, ['data-ox-attrs', own] as const]
        const written = all.map(
          ([name, value]) => ` ${name}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`,
        )
        return `<${tag}${written.join('')}>${children.join('')}</${tag}>`
      }),
  ),
}))

/** Elements that nothing pasted may become, in the editor or for readers. */
const FORBIDDEN = 'script, style, iframe, object, embed, form, link, meta, base, svg, math, video, audio, x-y'

function expectHarmless(dom: ParentNode, source: string): void {
  expect(dom.querySelector(FORBIDDEN)?.outerHTML, source).toBeUndefined()
  for (const element of dom.querySelectorAll('*'))
    for (const { name, value } of element.attributes) {
      expect(name, source).not.toMatch(/^(?:on|srcdoc$|formaction$)/)
      if (/^(?:href|src|xlink:href|action|poster|data)$/.test(name))
        expect(value, source).not.toMatch(/^\W*(?:java|vb)\s*script|^data:text/i)
      if (name === 'style') expect(value, source).not.toMatch(/url\(|expression/i)
    }
}

test('no HTML in the clipboard breaks the editor, or becomes markup outside of the allow-list', async () => {
  const editor = openEditor('')
  await fc.assert(
    fc.asyncProperty(fc.array(html, { minLength: 1, maxLength: 4 }), async parts => {
      const source = parts.join('')
      editor.commands.clearContent()
      editor.view.pasteHTML(source, new Event('paste') as ClipboardEvent)
      editor.state.doc.check()
      expectHarmless(editor.view.dom, source)
      const storage = storageIn(editor)
      expect(serialise(parse(storage)), source).toBe(storage)
      const shown = document.createElement('template')
      shown.innerHTML = await htmlOf(storage)
      expectHarmless(shown.content, source)
    }),
    { numRuns: runsOf(150, 2000) },
  )
}, 7_200_000)
