/**
 * Formulas of labels as text. draw.io has them typeset by MathJax; here LaTeX (`$$…$$`, `\(…\)`, `\[…\]`) and AsciiMath
 * (between backticks) become the characters that they denote, so far as there are such characters.
 */

const DELIMITED =
  /\$\$([^$]{1,2000})\$\$|\\\(((?:(?!\\\)).){1,2000})\\\)|\\\[((?:(?!\\\]).){1,2000})\\\]|`([^`]{1,2000})`/gs

/** A label with its formulas as text; other text is unchanged. */
export function withFormulas(label: string): string {
  return label.replace(DELIMITED, (_, display?: string, inline?: string, block?: string, ascii?: string) => {
    const tex = display ?? inline ?? block
    return tex === undefined ? asciiText(ascii ?? '') : texText(tex)
  })
}

const SYMBOLS: Readonly<Record<string, string>> = Object.fromEntries(
  `
  alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ lambda λ mu μ
  nu ν xi ξ pi π rho ρ sigma σ tau τ upsilon υ phi φ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ
  Pi Π Sigma Σ Phi Φ Psi Ψ Omega Ω times × cdot · div ÷ pm ± mp ∓ le ≤ leq ≤ ge ≥ geq ≥ ne ≠ neq ≠ approx ≈ equiv ≡
  sim ∼ propto ∝ infty ∞ oo ∞ sum ∑ prod ∏ int ∫ oint ∮ partial ∂ del ∂ nabla ∇ grad ∇ forall ∀ AA ∀ exists ∃ EE ∃ in ∈
  notin ∉ subset ⊂ subseteq ⊆ supset ⊃ cup ∪ cap ∩ emptyset ∅ land ∧ lor ∨ neg ¬ lnot ¬ to → rightarrow → Rightarrow ⇒
  implies ⇒ leftarrow ← Leftarrow ⇐ leftrightarrow ↔ iff ⇔ mapsto ↦ uparrow ↑ downarrow ↓ ldots … cdots ⋯ dots … circ ∘
  bullet • star ⋆ angle ∠ perp ⊥ parallel ∥ degree ° prime ′ hbar ℏ ell ℓ Re ℜ Im ℑ aleph ℵ oplus ⊕ otimes ⊗ langle ⟨
  rangle ⟩ therefore ∴ because ∵ quad _ qquad _
`
    .trim()
    .split(/\s+/)
    .reduce<[string, string][]>((pairs, word, index, words) => {
      if (index % 2 === 0) pairs.push([word, (words[index + 1] ?? '').replace('_', ' ')])
      return pairs
    }, []),
)

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ'
const LOWERED = '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₙᵢ'
const PLAIN = '0123456789+-=()ni'

/** Raised or lowered characters; where one has no such form, all in brackets after the sign. */
function shifted(text: string, forms: string, sign: string): string {
  const places = [...text].map(character => PLAIN.indexOf(character))
  if (text !== '' && places.every(place => place >= 0)) return places.map(place => forms[place]).join('')
  return text.length > 1 ? `${sign}(${text})` : `${sign}${text}`
}

/** Brackets around what is more than a word or number. */
const grouped = (text: string): string => (/^[\p{L}\p{N}.]*$/u.test(text) ? text : `(${text})`)

/** Nested brackets are taken from the inside out, each pass once through the text. */
const MOST_PASSES = 20
const GROUP = String.raw`\{([^{}]*)\}`

function texText(tex: string): string {
  let text = tex.replaceAll(/\\(?:left|right|displaystyle|textstyle|limits|,|;|:|!)(?![a-zA-Z])/g, '')
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const before = text
    text = text
      .replaceAll(
        new RegExp(String.raw`\\[dt]?frac\s*${GROUP}\s*${GROUP}`, 'g'),
        (_, a: string, b: string) => `${grouped(a)}/${grouped(b)}`,
      )
      .replaceAll(new RegExp(String.raw`\\sqrt\s*${GROUP}`, 'g'), (_, a: string) => `√${grouped(a)}`)
      .replaceAll(
        new RegExp(
          String.raw`\\(?:text|mathrm|mathbf|mathit|operatorname|vec|hat|bar|overline|mathbb|mathcal)\s*${GROUP}`,
          'g',
        ),
        '$1',
      )
      .replaceAll(new RegExp(String.raw`\^\s*${GROUP}`, 'g'), (_, a: string) => shifted(named(a), RAISED, '^'))
      .replaceAll(new RegExp(String.raw`_\s*${GROUP}`, 'g'), (_, a: string) => shifted(named(a), LOWERED, '_'))
    if (text === before) break
  }
  return simpleShifts(named(text)).replaceAll(/[{}]/g, '').replaceAll(/\\\\/g, ' ').trim()
}

/** Commands by name as their characters; unknown ones, such as `\sin`, by their name. */
const named = (text: string): string =>
  text.replaceAll(/\\([a-zA-Z]+)/g, (_, name: string) =>
    Object.hasOwn(SYMBOLS, name) ? (SYMBOLS[name] ?? name) : name,
  )

const simpleShifts = (text: string): string =>
  text
    .replaceAll(/\^(\w)/g, (_, one: string) => shifted(one, RAISED, '^'))
    .replaceAll(/_(\w)/g, (_, one: string) => shifted(one, LOWERED, '_'))

function asciiText(ascii: string): string {
  const text = ascii
    .replaceAll(/sqrt\(([^()]*)\)/g, (_, a: string) => `√${grouped(a)}`)
    .replaceAll(/\^\(([^()]*)\)/g, (_, a: string) => shifted(a, RAISED, '^'))
    .replaceAll(/_\(([^()]*)\)/g, (_, a: string) => shifted(a, LOWERED, '_'))
    .replaceAll(/[a-zA-Z]+/g, name => (Object.hasOwn(SYMBOLS, name) ? (SYMBOLS[name] ?? name) : name))
    .replaceAll('!=', '≠')
    .replaceAll('<=', '≤')
    .replaceAll('>=', '≥')
    .replaceAll('->', '→')
    .replaceAll('+-', '±')
    .replaceAll('**', '∗')
    .replaceAll('"', '')
  return simpleShifts(text).trim()
}
