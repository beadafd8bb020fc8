import { describe, expect, it } from 'vitest'
import { settle } from '#language/index.ts'
import { describeTextDiagram, drawTextDiagram } from './server/diagrams/draw.ts'
import { layoutOf } from './server/diagrams/layout.ts'
import { readMermaid } from './server/diagrams/mermaid.ts'
import { UnreadableDiagramError, type TextDiagram } from './server/diagrams/model.ts'
import { readPlantuml } from './server/diagrams/plantuml.ts'

const said = (diagram: TextDiagram) => describeTextDiagram(diagram).split('; ')
const uml = (...lines: string[]) => readPlantuml(['@startuml', ...lines, '@enduml'].join('\n'))
const mermaid = (...lines: string[]) => readMermaid(lines.join('\n'))

describe('PlantUML', () => {
  it('reads sequences', () => {
    const diagram = uml(
      'title Login',
      'actor "A user" as U',
      'participant Server',
      'U -> Server: Request',
      'activate Server',
      'alt known',
      'Server --> U : Welcome',
      'else unknown',
      'U <- Server: Refused',
      'end',
      'note over U: done',
      'Server -> Server',
    )
    expect(diagram).toMatchObject({ kind: 'sequence', title: 'Login' })
    expect(said(diagram)).toEqual([
      'U → Server: Request',
      '[alt] known',
      'Server → U: Welcome',
      '[else] unknown',
      'Server → U: Refused',
      'done',
      'Server → Server: ',
    ])
  })

  it('reads classes with members, and their relations', () => {
    const diagram = uml('class Animal {', '+name: string', '}', 'class Dog extends Animal', 'Dog *-- Tail : has')
    expect(diagram).toMatchObject({
      nodes: [{ lines: ['Animal', '+name: string'], hasMembers: true }, { lines: ['Dog'] }, { lines: ['Tail'] }],
      edges: [
        { from: 'Animal', to: 'Dog', line: { startArrow: 'triangle', endArrow: 'none' } },
        { from: 'Dog', to: 'Tail', label: 'has', line: { startArrow: 'diamond', endArrow: 'none' } },
      ],
    })
  })

  it('reads components, states and activities', () => {
    expect(said(uml('[Web] --> [Store] : reads', 'database DB', '[Store] ..> DB'))).toEqual([
      'Web → Store: reads',
      'Store → DB',
    ])
    expect(said(uml('[*] --> Open', 'Open --> [*] : closed'))).toEqual(['● → Open', 'Open → ●: closed'])
    expect(said(uml('start', ':Read;', 'if (ok?) then (yes)', ':Go;', 'else (no)', ':Wait;', 'endif', 'stop'))).toEqual(
      ['● → Read', 'Read → ok?', 'ok? → Go: yes', 'ok? → Wait: no', 'Go → ●', 'Wait → ●'],
    )
    expect(said(uml(':``Main Process``;'))).toEqual(['Main Process'])
  })

  it.each([
    [['A -> B', 'something else entirely'], 3],
    [['!include https://example.com/x.puml', 'A -> B'], 2],
  ])('names a line that it does not understand', (lines, line) => {
    expect(() => uml(...lines)).toThrow(expect.objectContaining({ line }))
  })

  it('refuses other kinds', () => {
    expect(() => readPlantuml('@startgantt\n[Task] lasts 3 days\n@endgantt')).toThrow(UnreadableDiagramError)
    expect(() => readPlantuml('')).toThrow(UnreadableDiagramError)
  })
})

describe('Mermaid', () => {
  it('reads flowcharts with shapes, labels and chains', () => {
    const diagram = mermaid(
      '%% a comment',
      'flowchart LR',
      'A["Begin (now)"] --> B{Ready?}',
      'B -->|yes| C((Go)) & D',
      'B -- no --> E([Wait])',
      'E -.-> B; C === D',
      'classDef red fill:#f00',
      'subgraph One',
      'D:::red',
      'end',
    )
    expect(diagram).toMatchObject({ direction: 'right' })
    expect(said(diagram)).toEqual([
      'Begin (now) → Ready?',
      'Ready? → Go: yes',
      'Ready? → D: yes',
      'Ready? → Wait: no',
      'Wait → Ready?',
      'Go → D',
    ])
    expect(diagram).toMatchObject({ nodes: { length: 5 } })
  })

  it('reads sequences and states', () => {
    expect(
      said(mermaid('sequenceDiagram', 'participant A as Alice', 'A->>B: Hello', 'B-->>A: Hi', 'Note over A,B: done')),
    ).toEqual(['A → B: Hello', 'B → A: Hi', 'done'])
    expect(said(mermaid('stateDiagram-v2', '[*] --> Still', 'Still --> [*]: end'))).toEqual([
      '● → Still',
      'Still → ●: end',
    ])
  })

  it('names a line that it does not understand', () => {
    expect(() => mermaid('flowchart TD', 'A --> B', 'A ??? B')).toThrow(expect.objectContaining({ line: 3 }))
    expect(() => mermaid('gantt', 'title x')).toThrow(UnreadableDiagramError)
  })
})

describe('drawings', () => {
  it('place nodes without overlap, after those that lead to them, also in a circle', () => {
    const diagram = mermaid('flowchart TD', 'A --> B', 'A --> C', 'B --> D', 'C --> D', 'D --> A', 'A --> D', 'D --> D')
    if (diagram.kind !== 'graph') throw new Error('not a graph')
    const nodes = [...layoutOf(diagram).nodes.values()]
    for (const one of nodes)
      for (const other of nodes)
        if (one !== other)
          expect(
            Math.abs(one.x - other.x) >= (one.width + other.width) / 2 ||
              Math.abs(one.y - other.y) >= (one.height + other.height) / 2,
          ).toBe(true)
    const y = (id: string) => nodes.find(({ node }) => node.id === id)?.y ?? 0
    expect(y('A')).toBeLessThan(y('B'))
    expect(y('B')).toBeLessThan(y('D'))
  })

  it('are SVG without anything that runs or loads, whatever a label says', async () => {
    const label = '"</text><script>alert(1)</script><image href=x>"'
    const html = await settle(drawTextDiagram(mermaid('flowchart TD', `A[${label}] --> B`), 'x"><script>'))
    expect(html).toMatch(/^<svg class="text-diagram-picture" role="img" aria-label="x&quot;&gt;&lt;script&gt;"/)
    expect(html).not.toMatch(/<script|<image|NaN|undefined/)
  })

  it('are bounded', () => {
    const many = Array.from({ length: 130 }, (_, at) => `A${at} --> A${at + 1}`)
    expect(() => mermaid('flowchart TD', ...many)).toThrow(UnreadableDiagramError)
    expect(() => uml('A -> B: '.padEnd(20_001, 'x'))).toThrow(UnreadableDiagramError)
  })
})
