import { describe, expect, it } from 'vitest'
import type { Limits } from './index.ts'
import { equivalent, parse, serialise, StorageSyntaxError } from './index.ts'

function refused(source: string, limits?: Partial<Limits>): StorageSyntaxError {
  try {
    parse(source, limits)
  } catch (error) {
    if (error instanceof StorageSyntaxError) return error
    throw error
  }
  throw new Error(`accepted: ${source.slice(0, 80)}`)
}

describe('parse', () => {
  it('reads a fragment of many roots with undeclared prefixes', () => {
    const doc = parse('a<p>b</p><ac:link ac:anchor="x"><ri:page ri:content-title="T"/></ac:link>')
    expect(doc.children.map(node => (node.type === 'element' ? node.name : node.type))).toEqual([
      'text',
      'p',
      'ac:link',
    ])
  })

  it('keeps the place where an element starts', () => {
    const source = '<p>x</p>\n<p a="<" b="2">y</p>'.replace('"<"', '"&lt;"')
    const offsets = parse(source).children.flatMap(node => (node.type === 'element' ? [node.offset] : []))
    expect(offsets).toEqual([0, 9])
  })

  it('knows all named entities of HTML and those of XML and numbers', () => {
    expect(parse('&nbsp;&ndash;&rarr;&CounterClockwiseContourIntegral;&apos;&lt;&#65;&#x1F600;').children).toEqual([
      { type: 'text', text: "\u00a0–→∳'<A😀" },
    ])
  })

  it('joins text, entities and split CDATA into one text', () => {
    const doc = parse('<ac:plain-text-body>a&amp;<![CDATA[<b>]]]]><![CDATA[>]]></ac:plain-text-body>')
    expect(doc.children[0]).toMatchObject({ children: [{ type: 'text', text: 'a&<b>]]>' }] })
  })

  it('takes attribute names that are names of Object', () => {
    const source = '<p __proto__="1" constructor="2" toString="3" />'
    expect(serialise(parse(source))).toBe(source)
  })

  it('drops a byte order mark', () => {
    expect(serialise(parse('\ufeff<p>x</p>'))).toBe('<p>x</p>')
  })

  it.each([
    ['<p>a</b>', 'Unexpected close tag </b>; expected </p>', 1, 5],
    ['a\nb</p>', 'Unexpected close tag </p>', 2, 2],
    ['<p>\r\n  <b>x</p>', 'Unexpected close tag </p>; expected </b>', 2, 7],
    ['x\n<p>a', 'The element <p> is never closed', 2, 1],
    ['<p>AT&T</p>', 'A bare & must be written &amp;', 1, 6],
    ['<p>a & b; c</p>', 'A bare & must be written &amp;', 1, 6],
    ['<p>&bogus;</p>', 'The entity &bogus; is not known', 1, 4],
    ['<p>&#0;</p>', 'Malformed character entity', 1, 7],
    ['<p a="1" a="2"/>', 'The attribute a stands twice in one element', 1, 14],
    ['<p a=1/>', 'Unquoted attribute value', 1, 6],
    ['<p\n<b/>', 'Disallowed character in attribute name', 2, 1],
    ['<!-- x', 'A comment is never closed', 1, 1],
    ['<p><![CDATA[ & </p>', 'A CDATA section is never closed', 1, 4],
    ['<p>x</p><b', 'A tag is never closed', 1, 9],
    ['a\u0001', 'Disallowed character', 1, 2],
    ['a\ud800b', 'Half a surrogate pair is not a character', 1, 2],
  ])('refuses %j at its place', (source, reason, line, column) => {
    const error = refused(source)
    expect(error.message).toBe(`${reason}. at [row,col {unknown-source}]: [${line},${column}]`)
    expect([error.line, error.column]).toEqual([line, column])
  })

  it.each([
    '<!DOCTYPE a><p/>',
    '<!DOCTYPE a [<!ENTITY b "c">]><p>&b;</p>',
    '<p/><!DOCTYPE a SYSTEM "file:///etc/passwd"><p/>',
  ])('refuses the declaration %j', source => {
    expect(refused(source).message).toMatch(/^Document type declarations are not allowed/)
  })

  it('refuses billion laughs at its first declaration', () => {
    const entities = Array.from({ length: 10 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('')
    const error = refused(`<!DOCTYPE lolz [<!ENTITY l0 "lol">${entities}]><p>&l10;</p>`)
    expect([error.line, error.column]).toEqual([1, 9])
  })

  it.each(['<?xml version="1.0"?><p/>', '<p/><?php x ?>'])('refuses the processing instruction in %j', source => {
    expect(refused(source).message).toMatch(/^Processing instructions are not allowed/)
  })

  it('refuses nesting beyond the limit at the first element that exceeds it', () => {
    const error = refused('<a>'.repeat(10_000))
    expect(error.message).toMatch(/^Elements are nested more than 200 deep/)
    expect([error.line, error.column]).toEqual([1, 601])
    expect(() => parse('<a>'.repeat(200) + '</a>'.repeat(200))).not.toThrow()
  })

  it('never lets nesting exceed what recursion can bear', () => {
    expect(refused('<a>'.repeat(100_000), { depth: 1_000_000 }).message).toMatch(/more than 1000 deep/)
  })

  it('refuses what is too large', () => {
    expect(refused('x'.repeat(11), { size: 10 }).message).toMatch(/^The text is longer than 10 characters/)
    expect(refused('<b/>'.repeat(11), { nodes: 10 }).message).toMatch(/^The text has more than 10 nodes/)
    expect(refused('<b c="" d="" e=""/>', { attributes: 2 }).message).toMatch(/more than 2 attributes/)
    expect(refused(' '.repeat(5 * 1024 * 1024 + 1)).message).toMatch(/^The text is longer than 5242880 characters/)
  })
})

describe('serialise', () => {
  it.each([
    ['<p ></p >', '<p />'],
    ["<p b='1' a='\"'/>", '<p b="1" a="&quot;" />'],
    ['<p>&nbsp;&shy;&rarr;&quot;&gt;</p>', '<p>&nbsp;&shy;→"&gt;</p>'],
    ['<p a="x&#10;&#9;y&#13;"/>', '<p a="x&#10;&#9;y&#13;" />'],
    ['a\r\nb\rc&#13;', 'a\nb\nc&#13;'],
    ['<p><![CDATA[<x>]]></p>', '<p>&lt;x&gt;</p>'],
    ['<ac:plain-text-body/>', '<ac:plain-text-body><![CDATA[]]></ac:plain-text-body>'],
    ['<ac:plain-text-body>a &lt; b</ac:plain-text-body>', '<ac:plain-text-body><![CDATA[a < b]]></ac:plain-text-body>'],
    [
      '<ac:plain-text-link-body><![CDATA[a]]]]><![CDATA[>b]]></ac:plain-text-link-body>',
      '<ac:plain-text-link-body><![CDATA[a]]]]><![CDATA[>b]]></ac:plain-text-link-body>',
    ],
    ['<!-- kept --><p/>', '<!-- kept --><p />'],
  ])('writes %j as %j', (source, expected) => {
    expect(serialise(parse(source))).toBe(expected)
    expect(serialise(parse(expected))).toBe(expected)
  })

  it('keeps what nobody knows to the letter', () => {
    const source =
      '<ac:adf-extension><ac:adf-node type="panel"><ac:adf-attribute key="x">y</ac:adf-attribute></ac:adf-node>' +
      '</ac:adf-extension><ac:structured-macro ac:name="zz" ac:foo="1" data-layout="wide"><ac:parameter ac:name="p">' +
      '<ri:x y="z" /></ac:parameter><foo:bar>  two  spaces </foo:bar></ac:structured-macro>'
    expect(serialise(parse(source))).toBe(source)
  })
})

describe('equivalent', () => {
  it.each([
    ['<p b="1" a="2"/>', '<p a="2" b="1"></p>', true],
    ['<p>&nbsp;&#8594;</p>', '<p>&#160;→</p>', true],
    ['<b><![CDATA[x]]>y</b>', '<b>xy</b>', true],
    [
      '<ac:structured-macro ac:name="x"/>',
      '<ac:structured-macro ac:name="x" ac:macro-id="1" ac:schema-version="1"/>',
      true,
    ],
    ['<p ac:macro-id="1"/>', '<p/>', false],
    ['<ac:structured-macro ac:name="x"/>', '<ac:structured-macro ac:name="y"/>', false],
    ['<p a="1"/>', '<p b="1"/>', false],
    ['<p a="1"/>', '<p a="1" b="1"/>', false],
    ['<p>a</p>', '<p>a </p>', false],
    ['<p>a</p>', '<p>a</p><p/>', false],
    ['<p>a</p>', '<div>a</div>', false],
    ['<!--a-->', '<!--b-->', false],
  ])('%j and %j: %s', (a, b, expected) => {
    expect(equivalent(a, b)).toBe(expected)
    expect(equivalent(b, a)).toBe(expected)
  })
})
