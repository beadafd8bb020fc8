/**
 * Lint rule for the plain language of comments: reports sentences whose subject is a clause ("What the proxy takes …")
 * and a few phrases, each with the wording to use instead. Finds fewer cases than a reader would, so that it has no
 * false positives. Plain JavaScript, as oxlint loads it.
 */

/** @typedef {{ type: string, value: string, start: number, end: number }} Comment as the parser gives it */
/** @typedef {{ text: string, start: number, end: number }} Block a block comment, or line comments one below another */

/** Words that make a clause the subject of the sentence that they begin, with the advice for each. */
const clauseSubjects = [
  {
    // A question may begin with them.
    pattern: /^(?:What|Whatever|That which)\b(?!.*\?$)/,
    advice: 'begin with the thing itself: "Settings of …" for data, "Returns …" for functions',
  },
  {
    pattern: /^(?:Whoever|Whomever|Who|Whom|Whose)\b(?!.*\?$)/,
    advice: 'name the person: "The author of …", "Users who may …"',
  },
  {
    pattern: /^(?:Where|Wherever)\b(?!.*\?$)/,
    advice: 'name the place: "The folder of …", "Position of …"; or begin a condition with "If"',
    // "Where a proxy answers, its limit applies": in the middle of a comment, a condition.
    isCondition: /^[^,]*,/,
  },
]

/** Words after "of its own" that show that no noun follows: "of its own colour" is plain. */
const noNoun = 'and|as|at|but|by|for|from|here|in|is|are|on|or|over|so|that|there|to|when|where|which|with|yet'

/** Phrases that have a plainer wording wherever they stand. */
const phrases = [
  { pattern: /\bwhom?ever\b/i, advice: 'write "users who …" or name the role' },
  { pattern: /\b(?:nobody|somebody)\b/i, advice: 'write "no user", "a user", "a reader" or name the role' },
  { pattern: /\b(?:that|which) (?:is|are) none\b/i, advice: 'write "invalid", "not a …" or "no …"' },
  {
    pattern: new RegExp(String.raw`\bof (?:its|their) own(?=$|[^\w\s]|\s(?:${noNoun})\b)`, 'i'),
    advice: 'write "own", "separate" or "a … for each"',
  },
  { pattern: /\bof a like name\b/i, advice: 'write "with a similar name"' },
]

/**
 * The sentences of a comment's text, without quotations and code. A tag such as `@param` begins a sentence, as does an
 * item of a list.
 * @param {string} text between the comment's marks
 */
function sentencesOf(text) {
  const lines = text.split('\n').map(line => line.replace(/^\s*(?:\*|\/\/)?\s*/, ''))
  return lines
    .join('\n')
    .split(/\n(?:\s*\n|(?=@|[-*•] |\d+\. ))/)
    .flatMap(paragraph =>
      paragraph
        .replace(/`[^`]*`|"[^"]*"|“[^”]*”|„[^“]*“|(?<=^|[\s([])'[^'\n]+'(?=$|[\s.,;:)\]])/g, '…')
        .replace(/\s+/g, ' ')
        .trim()
        .split(/(?<=(?<!\b(?:e\.g|i\.e|cf|vs))[.?!]\)?) (?=[A-Z])/),
    )
    .map(sentence => sentence.replace(/^(?:[-*•] |\d+\. |@(?:returns?|throws|deprecated) )/, ''))
}

/**
 * Violations in the text of a comment, at most one for each sentence.
 * @param {string} text without the marks at its ends; lines may begin with `*` or `//`
 * @returns {string[]} messages
 */
export function judgeComment(text) {
  return sentencesOf(text).flatMap((sentence, index) => {
    const found =
      clauseSubjects.find(
        ({ pattern, isCondition }) => pattern.test(sentence) && (index === 0 || !isCondition?.test(sentence)),
      ) ?? phrases.find(({ pattern }) => pattern.test(sentence))
    return found ? [`"${found.pattern.exec(sentence)?.[0]}" in "${shorten(sentence)}": ${found.advice}`] : []
  })
}

/** @param {string} sentence */
function shorten(sentence) {
  return sentence.length > 60 ? `${sentence.slice(0, 59)}…` : sentence
}

/**
 * Joins line comments that stand one below another, since sentences run across them.
 * @param {readonly Comment[]} comments of a file, in their order
 * @param {string} source of the file
 * @returns {Block[]}
 */
function blocksOf(comments, source) {
  /** @type {Block[]} */
  const blocks = []
  let isLine = false
  for (const { type, value, start, end } of comments) {
    const last = blocks.at(-1)
    if (type === 'Line' && isLine && last && /^[ \t]*\r?\n[ \t]*$/.test(source.slice(last.end, start))) {
      last.text += `\n${value}`
      last.end = end
    } else if (type !== 'Shebang') {
      blocks.push({ text: value, start, end })
    }
    isLine = type === 'Line'
  }
  return blocks
}

export const plainComments = {
  meta: { type: 'problem', docs: { description: 'Comments in plain language' } },
  /** @param {{ sourceCode: { text: string, getAllComments(): Comment[] }, report(problem: object): void }} context */
  create(context) {
    return {
      Program() {
        const { sourceCode } = context
        for (const { text, start, end } of blocksOf(sourceCode.getAllComments(), sourceCode.text))
          for (const message of judgeComment(text))
            context.report({ node: { start, end, range: [start, end] }, message })
      },
    }
  },
}
