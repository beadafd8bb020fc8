import { describe, expect, it } from 'vitest'
import { parse, wikiMarkupToStorage } from '../index.ts'

describe('wikiMarkupToStorage', () => {
  it.each([
    ['h1. A *b*\nh6. c', '<h1>A <strong>b</strong></h1><h6>c</h6>'],
    ['one\ntwo\n\nthree', '<p>one<br />two</p><p>three</p>'],
    ['a\\\\b', '<p>a<br />b</p>'],
    [
      '*a* _b_ -c- +d+ ^e^ ~f~ ??g?? {{h}}',
      '<p><strong>a</strong> <em>b</em> <del>c</del> <u>d</u> <sup>e</sup> <sub>f</sub> <cite>g</cite> <code>h</code></p>',
    ],
    ['*_a_ b*', '<p><strong><em>a</em> b</strong></p>'],
    ['2 * 3 * 4, snake_case_name, a-b-c, x*', '<p>2 * 3 * 4, snake_case_name, a-b-c, x*</p>'],
    ['\\*a\\* \\{x\\} C:\\dir', '<p>*a* {x} C:\\dir</p>'],
    ['a -- b --- c', '<p>a – b — c</p>'],
    ['a <b> & "c"', '<p>a &lt;b&gt; &amp; "c"</p>'],
    ['bq. quoted', '<blockquote><p>quoted</p></blockquote>'],
    ['a\n----\nb', '<p>a</p><hr /><p>b</p>'],
    // Lists.
    ['* a\n* b', '<ul><li>a</li><li>b</li></ul>'],
    ['- a\n- b', '<ul><li>a</li><li>b</li></ul>'],
    ['# a\n## b\n#* c\n# d', '<ol><li>a<ol><li>b</li></ol><ul><li>c</li></ul></li><li>d</li></ol>'],
    ['* a\n# b', '<ul><li>a</li></ul><ol><li>b</li></ol>'],
    ['** a', '<ul><li><ul><li>a</li></ul></li></ul>'],
    // Tables.
    [
      '||a||b||\n|c|*d*|',
      '<table><tbody><tr><th><p>a</p></th><th><p>b</p></th></tr><tr><td><p>c</p></td><td><p><strong>d</strong></p></td></tr></tbody></table>',
    ],
    [
      '|[x|Y]|{code:js}\na | b\n{code}|',
      '<table><tbody><tr><td><p><ac:link><ri:page ri:content-title="Y" /><ac:link-body>x</ac:link-body></ac:link></p></td>' +
        '<td><ac:structured-macro ac:name="code"><ac:parameter ac:name="language">js</ac:parameter>' +
        '<ac:plain-text-body><![CDATA[a | b]]></ac:plain-text-body></ac:structured-macro></td></tr></tbody></table>',
    ],
    // Links.
    ['[Page]', '<p><ac:link><ri:page ri:content-title="Page" /></ac:link></p>'],
    [
      '[text *b*|DS:Page#anchor|tip]',
      '<p><ac:link ac:anchor="anchor" ac:tooltip="tip"><ri:page ri:space-key="DS" ri:content-title="Page" />' +
        '<ac:link-body>text <strong>b</strong></ac:link-body></ac:link></p>',
    ],
    ['[#anchor]', '<p><ac:link ac:anchor="anchor" /></p>'],
    ['[^file.pdf]', '<p><ac:link><ri:attachment ri:filename="file.pdf" /></ac:link></p>'],
    [
      '[Page^file.pdf]',
      '<p><ac:link><ri:attachment ri:filename="file.pdf"><ri:page ri:content-title="Page" /></ri:attachment></ac:link></p>',
    ],
    ['[~ann]', '<p><ac:link><ri:user ri:username="ann" /></ac:link></p>'],
    ['[DS:]', '<p><ac:link><ri:space ri:space-key="DS" /></ac:link></p>'],
    ['[$123]', '<p><ac:link><ri:content-entity ri:content-id="123" /></ac:link></p>'],
    [
      '[/2024/01/02/News]',
      '<p><ac:link><ri:blog-post ri:content-title="News" ri:posting-day="2024/01/02" /></ac:link></p>',
    ],
    ['[x|https://a.example/?b=1&c]', '<p><a href="https://a.example/?b=1&amp;c">x</a></p>'],
    ['[mailto:a@b.c]', '<p><a href="mailto:a@b.c">a@b.c</a></p>'],
    ['see http://a.example/b, ok', '<p>see <a href="http://a.example/b">http://a.example/b</a>, ok</p>'],
    ['a[0] = [ 1 ]', '<p>a<ac:link><ri:page ri:content-title="0" /></ac:link> = [ 1 ]</p>'],
    // Images.
    [
      '!a b.png|width=300, thumbnail!',
      '<p><ac:image ac:width="300" ac:thumbnail="true"><ri:attachment ri:filename="a b.png" /></ac:image></p>',
    ],
    ['!http://x/y.gif!', '<p><ac:image><ri:url ri:value="http://x/y.gif" /></ac:image></p>'],
    ['wow! really!', '<p>wow! really!</p>'],
    // Emoticons.
    [
      '(!) :) (*g)',
      '<p><ac:emoticon ac:name="warning" /> <ac:emoticon ac:name="smile" /> <ac:emoticon ac:name="green-star" /></p>',
    ],
    // Macros.
    [
      '{info:title=Hi|icon=false}\nx\n\n* y\n{info}',
      '<ac:structured-macro ac:name="info"><ac:parameter ac:name="title">Hi</ac:parameter>' +
        '<ac:parameter ac:name="icon">false</ac:parameter><ac:rich-text-body><p>x</p><ul><li>y</li></ul>' +
        '</ac:rich-text-body></ac:structured-macro>',
    ],
    [
      '{noformat}\n*a* ]]> {b}\n{noformat}',
      '<ac:structured-macro ac:name="noformat"><ac:plain-text-body><![CDATA[*a* ]]]]><![CDATA[> {b}]]></ac:plain-text-body></ac:structured-macro>',
    ],
    [
      '{toc:maxLevel=2}',
      '<ac:structured-macro ac:name="toc"><ac:parameter ac:name="maxLevel">2</ac:parameter></ac:structured-macro>',
    ],
    [
      '{drawio:diagramName=A}\n{drawio}',
      '<ac:structured-macro ac:name="drawio"><ac:parameter ac:name="diagramName">A</ac:parameter></ac:structured-macro>' +
        '<ac:structured-macro ac:name="drawio" />',
    ],
    [
      'a {status:colour=Green|title=OK} b',
      '<p>a <ac:structured-macro ac:name="status"><ac:parameter ac:name="colour">Green</ac:parameter>' +
        '<ac:parameter ac:name="title">OK</ac:parameter></ac:structured-macro> b</p>',
    ],
    [
      '{anchor:x}',
      '<p><ac:structured-macro ac:name="anchor"><ac:parameter ac:name="">x</ac:parameter></ac:structured-macro></p>',
    ],
    ['{quote}\na\n{quote}', '<blockquote><p>a</p></blockquote>'],
    ['{color:red}a{color}', '<p><span style="color: red;">a</span></p>'],
    ['{color:red;position:fixed}a{color}', '<p><span>a</span></p>'],
    [
      'a {panel}b{panel} c',
      '<p>a </p><ac:structured-macro ac:name="panel"><ac:rich-text-body><p>b</p></ac:rich-text-body></ac:structured-macro><p> c</p>',
    ],
    ['', ''],
  ])('%j', (source, expected) => {
    expect(wikiMarkupToStorage(source)).toBe(expected)
  })

  it('keeps what can never be well-formed out', () => {
    expect(wikiMarkupToStorage('a\u0000b\ud800c\uffff')).toBe('<p>ab\ufffdc</p>')
  })

  it('nests no deeper than a document may', () => {
    const source = '{info}{note}{tip}{warning}{panel}{expand}'.repeat(100)
    expect(() => parse(wikiMarkupToStorage(source))).not.toThrow()
    expect(() => parse(wikiMarkupToStorage('*_'.repeat(5000) + 'x' + '_*'.repeat(5000)))).not.toThrow()
    expect(() => parse(wikiMarkupToStorage(`${'*'.repeat(20)} x`))).not.toThrow()
  })

  it.each(['*a ', '[', '[|||', '{a}', '{aa:b}', '{{', '!x', '{info}', '|', '_x*', '\\', '{', '??a', '# '])(
    'takes time linear in a text of %j, or this test runs out of it',
    piece => {
      const source = `${piece.repeat(Math.floor(200_000 / piece.length))} ]]}}`
      expect(() => wikiMarkupToStorage(source)).not.toThrow()
    },
  )

  it('refuses what is too long', () => {
    expect(() => wikiMarkupToStorage('x'.repeat(5 * 1024 * 1024 + 1))).toThrow('longer than')
  })
})
