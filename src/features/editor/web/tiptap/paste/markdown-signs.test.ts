import { describe, expect, it } from 'vitest'
import { htmlOf } from './markdown-html.ts'
import { isQuicklyParsed } from '#language/markdown/quickly.ts'
import { isMarkdown } from './markdown-signs.ts'

/** Texts that people paste every day, and that are to stay as they are. */
const ORDINARY: Readonly<Record<string, string>> = {
  'one line': 'The meeting is at 3 pm - see you there!',
  'a mail':
    'Hello Ann,\n\n> can you send me the figures?\n\nYes: \n- March is done\n- April follows\n\n--\nBob\n* not in the office on Fridays',
  'a shell script': '#!/bin/sh\n# Update\napt-get update\n\n# Clean\nrm -rf /tmp/*\necho `date` > log',
  'commands with comments': '# Update the list\napt-get update\n\n# Install *all*\nsudo apt-get install -y nginx\n',
  YAML: '# Web server\n- name: install nginx\n  apt:\n    name: nginx\n- name: start it\n  service: name=nginx\n',
  'a compose file':
    'services:\n  web:\n    image: nginx\n    # `docker compose up`\n    ports:\n      - "80:80"\n      - "443:443"\n',
  JSON: '{\n  "a": ["**x**", "`y`"],\n  "b": "## no"\n}',
  Python:
    '# Sums\ndef total(*args, **kwargs):\n    # see __init__\n    return sum(args) * 2 ** 3\n\n\n# Prints\nprint(total(1, 2))\n',
  C: '#include <stdio.h>\n\n/** Prints. */\nint main(int argc, char **argv) {\n  char *a = *argv, *b = 0;\n  return argc * 2;\n}\n',
  JavaScript: 'const a = `x` + b[0](c)\nlist[index](item.name)\n// *x*\nif (a) { run(`y`); }\n',
  'a patch': 'diff --git a/x.md b/x.md\n@@ -1 +1 @@\n-## Old\n+## **New**\n- [ ] a\n- [x] b\n',
  'an ini file': '# Settings\n[main]\nname = x\n_path_ = /tmp\n',
  SQL: 'select * from a where b like "%_x_%";\n-- `c` * d\nselect count(*) from d;\n',
  'a log': '2024-01-01 * started\n2024-01-01 * [worker](1) ready\n2024-01-01 * stopped_now_ok\n',
  prose:
    'First we look.\n\nThen - if there is time - we go on.\n\n1. is not 2. but nearly.\n\n5 * 3 * 2 = 30, and a_b_c.',
  numbers: '1,5 | 2,5\n3,5 | 4,5',
  'a chat': 'Ann 10:21\n> lunch?\nBob 10:22\n:) *grins*',
  dialogue: '– Hello.\n– Who is there?\n',
  tabs: 'a\tb\n1\t2\n',
  'an address': 'https://example.com/a_b_c?d=**&e=[1](2)',
  'a list of paths': '*.ts\n*.tsx\n**/*.css\n!**/node_modules/**\n',
  'a hash in prose': 'Issue #12 and #13\n#important #urgent',
  German:
    'Hallo zusammen,\n\nTOP 1: Bericht\n  - Umsatz (siehe Folie 3)\n  - Personal\n\nTOP 2: Sonstiges\n\nGruß\nUte',
  LaTeX: '\\section{A}\n% comment\n\\begin{itemize}\n\\item a\n\\end{itemize}\n$a_1 * b_2 * c$',
  nothing: '',
}

/** Texts whose syntax is meant. */
const MARKDOWN: Readonly<Record<string, string>> = {
  'a page': '# Plan\n\nSome **bold** words.\n\n- one\n- two\n',
  'title and list': '# Shopping\n\n- milk\n- bread\n',
  sections: '## One\n\ntext\n\n## Two\n\n1. a\n2. b\n',
  'fenced code': '```ts\nconst a = 1;\n```',
  'code in tildes': 'Run:\n\n~~~\nnpm start\n~~~\n',
  'a table': '| a | b |\n|---|:-:|\n| 1 | 2 |\n',
  'a table without edges': 'a | b\n- | -\n1 | 2\n',
  tasks: '- [ ] one\n- [x] two\n',
  list: '- one\n- two\n  - below\n',
  numbers: '1. one\n2. two\n',
  'a link in a sentence': 'See [the plan](https://example.com/plan "Plan") first.',
  'a picture': '![Logo](https://example.com/logo.png)',
  'words with emphasis': '**Note:** run `npm start` first.',
  'notes with keys': '# Review\n\n- Date: 3 May\n- Owner: Ann\n',
  'with line ends of Windows': '## One\r\n\r\n- a\r\n- b\r\n',
  'a quote with emphasis': '> **Be careful** with `rm`.\n',
}

describe('Markdown among pasted texts', () => {
  it.each(Object.entries(ORDINARY))('is not: %s', (_name, text) => {
    expect(isMarkdown(text)).toBe(false)
  })

  it.each(Object.entries(MARKDOWN))('is: %s', (_name, text) => {
    expect(isMarkdown(text)).toBe(true)
  })

  const HARD = [
    '```a\n',
    '[',
    '**a',
    ' 1. a\n',
    '](',
    '](.....',
    '- [ ] ',
    '| - ',
    '|-',
    '~~',
    '_a',
    '*a_',
    '# ',
    '`',
    '\n',
    ' ',
    ';   x',
  ]

  it('is found in time whatever the text holds', () => {
    const start = performance.now()
    for (const part of HARD) isMarkdown(part.repeat(200_000 / part.length))
    // Below 0.1 s where measured; minutes for a pattern that tries again from each character.
    expect(performance.now() - start).toBeLessThan(5000)
  })

  it('is parsed in time whatever it holds', () => {
    const start = performance.now()
    const texts = HARD.map(part => part.repeat(100_000 / part.length))
    for (const text of texts) if (isQuicklyParsed(text)) htmlOf(text)
    expect(performance.now() - start).toBeLessThan(10_000)
    expect(texts.filter(isQuicklyParsed).length).toBeGreaterThan(HARD.length / 2)
    expect(isQuicklyParsed('- **a** _b_ *c*\n'.repeat(5000))).toBe(true)
  })
})
