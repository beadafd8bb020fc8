import { describe, expect, it } from 'vitest'
import { settle } from '#language/index.ts'
import { FormulaError, mathml } from './server/mathml.ts'

describe('mathml', () => {
  const of = (tex: string, isBlock = false) => settle(mathml(tex, isBlock))

  it('has the formula, and nothing of the source', async () => {
    const html = await of(String.raw`\frac{1}{x^2} < \sqrt{2}`)
    expect(html).toMatch(/^<span class="katex"><math xmlns="http:\/\/www.w3.org\/1998\/Math\/MathML">/)
    expect(html).toContain('<mfrac><mn>1</mn><msup><mi>x</mi><mn>2</mn></msup></mfrac><mo>&lt;</mo>')
    expect(html).not.toMatch(/annotation|semantics|frac\{/)
    expect(await of('x', true)).toContain('display="block"')
  })

  it('aligns columns by styles, as browsers need', async () => {
    const html = await of(String.raw`\begin{aligned} a &= 1 \\ b &= 2 \end{aligned}`, true)
    expect(html).toContain('<mtd style="text-align: right; padding-left: 0; padding-right: 0">')
    expect(html).toContain('<mtd style="text-align: left; padding-left: 0; padding-right: 0">')
  })

  it.each([
    String.raw`\href{javascript:alert(1)}{x}`,
    String.raw`\includegraphics{https://example.com/x.png}`,
    String.raw`\htmlData{a=b}{x}`,
    String.raw`\htmlStyle{background: url(https://example.com)}{x}`,
    String.raw`\text{<img src=x onerror=alert(1)>}`,
  ])('loads and runs nothing: %s', async tex => {
    const html = await of(tex).catch(() => '')
    expect(html).not.toMatch(/<img|href=|url\(|data-a/)
  })

  it.each([
    ['without its end', String.raw`\frac{1}`, /^Unexpected end of input/],
    ['with an unknown command', String.raw`\nosuchcommand`, /Undefined control sequence/],
    ['that is too long', 'x'.repeat(5001), /too long/],
    ['that is too long for its definitions', String.raw`\def\a{x}` + 'x'.repeat(1000), /too long/],
    ['with an endless definition', String.raw`\def\a{x\a}\a`, /Too many expansions/],
    ['with brackets that stay open', '{'.repeat(4000), /./],
    ['nested too deeply', `${String.raw`\sqrt{`.repeat(400)}x${'}'.repeat(400)}`, /nested too deeply/],
  ])('refuses a formula %s', (_, tex, reason) => {
    expect(() => mathml(tex, false)).toThrow(FormulaError)
    expect(() => mathml(tex, false)).toThrow(reason)
  })

  it('is bounded where commands repeat each other', () => {
    const levels = Array.from(
      { length: 20 },
      (_, at) => String.raw`\def\l${letter(at + 1)}{\l${letter(at)}\l${letter(at)}}`,
    )
    expect(() => mathml(String.raw`\def\la{xx}` + levels.join('') + String.raw`\l${letter(20)}`, false)).toThrow(
      FormulaError,
    )
  })
})

const letter = (at: number) => String.fromCharCode(97 + at)
