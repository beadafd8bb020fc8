import fc from 'fast-check'
import type { DefaultTreeAdapterMap } from 'parse5'
import { parseFragment } from 'parse5'
import { describe, expect, it } from 'vitest'
import { document, element, equivalent, parse, serialise, StorageSyntaxError, wikiMarkupToStorage } from './index.ts'
import type { RenderMode, StorageNode } from './index.ts'
import { runsOf } from '../../test/lanes.ts'
import { htmlOf } from './testing.ts'

type Node = DefaultTreeAdapterMap['childNode']

// Written out here, apart from the renderer's own lists, so that a slip there is seen.
const allowedElements = new Set(
  `a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del details dfn div
  dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li mark nav ol p pre q rp rt ruby s samp
  section small span strong sub summary sup table tbody td tfoot th thead time tr u ul var wbr`.split(/\s+/),
)
const allowedAttributes =
  /^(?:id|class|style|title|lang|dir|role|hidden|href|target|rel|src|alt|width|height|loading|colspan|rowspan|scope|span|start|type|value|datetime|open|tabindex|data-[a-z0-9-]+|aria-[a-z]+)$/
const allowedHref = /^(?:https?:|mailto:|tel:|ftp:|[^:/?#]*(?:[/?#]|$))/i
const allowedSource = /^(?:https?:|data:image\/(?:png|jpe?g|gif|webp);base64,|[^:/?#]*(?:[/?#]|$))/i

/** All that is wrong in a piece of HTML, as a browser reads it. */
function violations(html: string): string[] {
  const wrong: string[] = []
  const stack: Node[] = [...parseFragment(html).childNodes]
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.nodeName === '#text') continue
    if (!('tagName' in node)) {
      wrong.push(node.nodeName)
      continue
    }
    if (!allowedElements.has(node.tagName)) wrong.push(`<${node.tagName}>`)
    for (const { name, value } of node.attrs) {
      const stripped = [...value].filter(char => char > ' ' && char !== '\u00a0').join('')
      if (!allowedAttributes.test(name)) wrong.push(`${node.tagName}[${name}]`)
      if (name === 'href' && !allowedHref.test(stripped)) wrong.push(`href=${value}`)
      if (name === 'src' && !allowedSource.test(stripped)) wrong.push(`src=${value}`)
      if (name === 'style' && /url|expression|javascript|@|\\|position|z-index|var\(|calc|behavior/i.test(value)) {
        wrong.push(`style=${value}`)
      }
    }
    stack.push(...node.childNodes)
  }
  return wrong
}

const vectors = [
  '<script>alert(1)</script>',
  '"><script>alert(1)</script>',
  "' onmouseover='alert(1)",
  '" onerror="alert(1)',
  'javascript:alert(1)',
  'jAvAsCrIpT:alert(1)',
  'java\tscript:alert(1)',
  '\u0009javascript:alert(1)',
  'data:text/html;base64,PHNjcmlwdD4=',
  'data:image/svg+xml;base64,PHN2Zz4=',
  'vbscript:x',
  'https://ok.example/?a=1&b="',
  '//evil.example',
  '/path',
  '#anchor',
  'color: red; background: url(javascript:alert(1))',
  'position: fixed; top: 0; width: 100%',
  'width: expression(alert(1))',
  'x\u2028y',
  ']]>',
  '--><img src=x onerror=alert(1)>',
  '</div></div></body>',
  '{{constructor}}',
  '1',
  'true',
  '',
]

const elementNames = [
  ...'p div span a img table tbody tr td th ul ol li pre h1 h3 time font label col strong details summary'.split(' '),
  ...'script style iframe object embed svg math form input button base meta link template noscript video'.split(' '),
  ...'textarea select title plaintext xmp frameset x-y unknown'.split(' '),
  ...'ac:link ac:image ac:link-body ac:plain-text-link-body ac:structured-macro ac:macro ac:parameter'.split(' '),
  ...'ac:rich-text-body ac:plain-text-body ac:default-parameter ac:emoticon ac:placeholder ac:caption'.split(' '),
  ...'ac:inline-comment-marker ac:task-list ac:task ac:task-id ac:task-status ac:task-body ac:layout'.split(' '),
  ...'ac:layout-section ac:layout-cell ac:adf-extension ac:adf-fallback ac:foo'.split(' '),
  ...'ri:page ri:attachment ri:url ri:user ri:space ri:blog-post ri:content-entity ri:shortcut at:var'.split(' '),
]
const attributeNames = [
  ...'href src style class id name title onclick onerror onload srcdoc formaction action target rel xlink:href'.split(
    ' ',
  ),
  ...'colspan rowspan start type value datetime data-highlight-colour data-card-appearance width height lang dir'.split(
    ' ',
  ),
  ...'ac:name ac:anchor ac:tooltip ac:style ac:class ac:alt ac:title ac:align ac:width ac:ref ac:type ac:src'.split(
    ' ',
  ),
  ...'ac:emoji-id ac:emoji-fallback ac:emoji-shortname ac:card-appearance ri:value ri:content-title'.split(' '),
  ...'ri:filename ri:username ri:userkey ri:space-key ri:content-id ri:key ri:parameter at:name'.split(' '),
]
const macroNames = [
  ...'info note tip warning panel code noformat expand status toc toc-zone anchor excerpt excerpt-include'.split(' '),
  ...'include children section column details html unknown'.split(' '),
]
const parameterNames = [
  ...'title borderColor borderStyle borderWidth bgColor titleBGColor titleColor panelIconText language theme'.split(
    ' ',
  ),
  ...'firstline linenumbers collapse colour subtle style indent include exclude separator class type outline'.split(
    ' ',
  ),
  ...'preseparator maxLevel width border hidden name page sort location absoluteUrl headerelements id'.split(' '),
]

const value = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...vectors, ...macroNames) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 20 }) },
)
const attributesOf = fc.dictionary(fc.constantFrom(...attributeNames), value, { maxKeys: 5, noNullPrototype: true })

const { tree } = fc.letrec<{ tree: StorageNode; macro: StorageNode; nested: StorageNode }>(tie => ({
  tree: fc.oneof(
    { maxDepth: 5 },
    value.map((text): StorageNode => ({ type: 'text', text })),
    tie('nested'),
    tie('macro'),
  ),
  nested: fc
    .tuple(fc.constantFrom(...elementNames), attributesOf, fc.array(tie('tree'), { maxLength: 4 }))
    .map(([name, attributes, children]) => element(name, attributes, children)),
  macro: fc
    .tuple(
      fc.constantFrom(...macroNames),
      fc.dictionary(fc.constantFrom('', ...parameterNames), value, { maxKeys: 5 }),
      fc.array(tie('tree'), { maxLength: 3 }),
      fc.boolean(),
    )
    .map(([name, parameters, body, rich]) =>
      element('ac:structured-macro', { 'ac:name': name }, [
        ...Object.entries(parameters).map(([key, text]) => element('ac:parameter', { 'ac:name': key }, [text])),
        element(rich ? 'ac:rich-text-body' : 'ac:plain-text-body', {}, body),
      ]),
    ),
}))

const modes: readonly RenderMode[] = ['view', 'export_view', 'styled_view', 'preview']

/** A document of those nodes as a client would send it; characters that XML cannot hold are taken out. */
function storage(nodes: readonly StorageNode[]): string {
  // oxlint-disable-next-line no-control-regex
  return serialise(document(nodes))
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .toWellFormed()
}

/** Outcome of a text: it is read and written twice alike, or refused with a line and a column. */
function outcome(source: string): string {
  try {
    const canonical = serialise(parse(source))
    return serialise(parse(canonical)) === canonical ? 'canonical or refused at a place' : 'written differently'
  } catch (error) {
    if (!(error instanceof StorageSyntaxError)) throw error
    return error.line >= 1 && error.column >= 1 ? 'canonical or refused at a place' : 'refused without a place'
  }
}

describe('rendering', () => {
  it('sees what is wrong in HTML (the check of the check)', () => {
    expect(
      violations('<p onclick="x"><script>1</script><a href="java\nscript:x">y</a><!--z--></p>').toSorted(),
    ).toEqual(['#comment', '<script>', 'href=java\nscript:x', 'p[onclick]'])
    expect(violations('<a href="/a:b">x</a><img src="data:image/svg+xml;base64,AA">')).toEqual([
      'src=data:image/svg+xml;base64,AA',
    ])
  })

  it('lets nothing out that is not allowed, whatever a page holds', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(tree, { maxLength: 5 }), fc.constantFrom(...modes), async (nodes, mode) => {
        expect(violations(await htmlOf(storage(nodes), { mode }))).toEqual([])
      }),
      { numRuns: runsOf(1500) },
    )
  })

  it('comes out as it was made: a browser reads the same text back', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), async text => {
        const source = storage([element('p', { title: text }, [text])])
        const [paragraph] = parseFragment(await htmlOf(source)).childNodes
        const [read] = parse(source).children
        if (!paragraph || !('attrs' in paragraph) || read?.type !== 'element') throw new Error('no paragraph')
        const title = paragraph.attrs.find(({ name }) => name === 'title')
        expect(title?.value).toBe(read.attributes.title)
        const [inside] = paragraph.childNodes
        expect(inside && 'value' in inside ? inside.value : '').toBe(
          text === '' ? '' : (read.children[0] as { text: string }).text,
        )
      }),
    )
  })
})

describe('storage format', () => {
  it('is canonical after one writing, and means the same', () => {
    fc.assert(
      fc.property(fc.array(tree, { maxLength: 5 }), nodes => {
        const source = storage(nodes)
        const canonical = serialise(parse(source))
        expect(serialise(parse(canonical))).toBe(canonical)
        expect(equivalent(source, canonical)).toBe(true)
      }),
    )
  })

  it('answers any input with a document or a place', () => {
    const pieces = [
      ...'< > / & ; " \' = <p> </p> <![CDATA[ ]]> <!-- --> <? ?> <!DOCTYPE &amp; &# x ac: ] -'.split(' '),
      ' ',
      '\n',
      '\ud800',
      '\u0000',
    ]
    const piece = fc.constantFrom(...pieces)
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), chosen => {
        expect(outcome(chosen.join(''))).toBe('canonical or refused at a place')
      }),
      { numRuns: runsOf(2000) },
    )
  })

  it('comes from any wiki markup well-formed', () => {
    const pieces = [
      ...'* _ - + ^ ~ ?? { } {{ }} {code} {info} {info:title=a|b=c} {quote} {color:red} {color} [ ] | || !'.split(' '),
      ...'\\ \\\\ ---- a B .png http://x < & :) (!) h1.'.split(' '),
      ...'\n,\n\n,h1. ,bq. ,* ,# ,** , ,\ud800,\u0001'.split(','),
    ]
    const piece = fc.constantFrom(...pieces)
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), chosen => {
        const made = wikiMarkupToStorage(chosen.join(''))
        expect(serialise(parse(made))).toBe(made)
      }),
      { numRuns: runsOf(2000) },
    )
  })
})
