/** HTML as a clipboard may have it: well-formed or not, hostile, and with the marks of other programs and the editor. */
import fc from 'fast-check'
import { editorMarks, editorNodes } from '#language/editor/index.ts'

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

/** Pasted HTML. */
export const clipboardHtml = fc.array(html, { minLength: 1, maxLength: 4 }).map(parts => parts.join(''))

/** Selector of elements that nothing pasted may become, in the editor or for readers. */
export const FORBIDDEN = 'script, style, iframe, object, embed, form, link, meta, base, svg, math, video, audio, x-y'

/** Whether an attribute runs script, or loads what it names, in the editor or for readers. */
export const isHarmful = (name: string, value: string): boolean =>
  /^(?:on|srcdoc$|formaction$)/.test(name) ||
  (/^(?:href|src|xlink:href|action|poster|data)$/.test(name) && /^\W*(?:java|vb)\s*script|^data:text/i.test(value)) ||
  (name === 'style' && /url\(|expression/i.test(value))
