/** Software templates: processes, architecture, deployment. */
import { DASHED, type Drawing } from './drawing.ts'
import { MUTED, type LookName } from './looks.ts'

export function flowchart(drawing: Drawing): void {
  drawing.title('Flowchart', 'From above to below; each decision has a labelled way out.')
  const step = (shape: string, x: number, y: number, text: string, look: LookName, height = 60) =>
    drawing.shape(`flowchart.${shape}`, [x, y, 160, height], text, { look })
  const start = step('start-end', 300, 110, 'A request comes in', 'fullTeal', 50)
  const read = step('input-output', 300, 200, 'Read the request', 'blue')
  const valid = step('decision', 300, 300, 'Is it complete?', 'amber', 90)
  const ask = step('manual-input', 40, 315, 'Ask for what is missing', 'rose')
  const work = step('process', 300, 440, 'Work on it', 'teal')
  const store = step('database', 560, 425, 'Records', 'violet', 90)
  const done = step('decision', 300, 550, 'Solved?', 'amber', 90)
  const expert = step('subroutine', 560, 565, 'Hand over to an expert', 'teal')
  const answer = step('document', 300, 690, 'Send the answer', 'blue', 70)
  const end = step('start-end', 300, 810, 'End', 'fullTeal', 50)
  drawing.line([start, 'bottom'], [read, 'top'])
  drawing.line([read, 'bottom'], valid)
  drawing.line(valid, [ask, 'right'], { label: 'no', across: 10 })
  drawing.line([ask, 'top'], [read, [0.1, 0.5]], { via: [[120, 230]] })
  drawing.line(valid, [work, 'top'], { label: 'yes', across: -16 })
  drawing.line([work, 'right'], store, { start: 'filled' })
  drawing.line([work, 'bottom'], done)
  drawing.line(done, [expert, 'left'], { label: 'no', across: -10 })
  drawing.line([expert, 'bottom'], [answer, 'right'])
  drawing.line(done, [answer, 'top'], { label: 'yes', across: -16 })
  drawing.line([answer, [0.5, 0.93]], [end, 'top'])
}

/** A C4 container diagram (level 2). */
export function containers(drawing: Drawing): void {
  drawing.title('Software containers (C4)', 'What runs, on what, and how the parts speak with each other.')
  const box = (
    x: number,
    y: number,
    words: readonly [string, ...string[]],
    look: LookName,
    shape = 'basic.rounded-rectangle',
    inside?: string,
  ) =>
    drawing.shape(shape, [x, y, 200, 84], words, {
      look,
      size: 13,
      parameters: shape === 'basic.rounded-rectangle' ? { radius: 8 } : {},
      ...(inside !== undefined && { in: inside }),
    })
  const person = drawing.shape('uml.actor', [478, 104, 44, 80], 'Customer', {
    look: 'teal',
    bold: true,
    size: 13,
    vertical: 'top',
  })
  const system = drawing.shape('container.rounded', [40, 270, 920, 404], 'Shop system', {
    look: 'open',
    dash: DASHED,
    bold: true,
    align: 'left',
    padding: 14,
    container: true,
    size: 13,
    parameters: { radius: 10 },
  })
  const web = box(120, 60, ['Web application', '[React]', 'the shop in the browser'], 'fullBlue', undefined, system)
  const mobile = box(
    600,
    60,
    ['Mobile application', '[Kotlin, Swift]', 'the shop on the phone'],
    'fullBlue',
    undefined,
    system,
  )
  const api = box(360, 160, ['Interface', '[Node.js]', 'orders, prices, accounts'], 'fullBlue', undefined, system)
  const data = drawing.shape('basic.cylinder', [140, 280, 160, 100], ['Database', '[PostgreSQL]'], {
    look: 'fullBlue',
    size: 13,
    in: system,
  })
  const queue = drawing.shape('flowchart.direct-data', [610, 288, 180, 84], ['Queue', '[RabbitMQ]'], {
    look: 'fullBlue',
    size: 13,
    in: system,
  })
  const payment = box(1060, 451, ['Payment service', '[external]'], 'fullGrey')
  const mail = box(1060, 558, ['Mail service', '[external]'], 'fullGrey')
  const label = (text: string, across = 0) => ({ label: text, across, dash: DASHED })
  drawing.line([person, 'left'], [web, 'top'], { ...label('shops', 11), along: 0.27 })
  drawing.line([person, 'right'], [mobile, 'top'], { ...label('shops', -11), along: 0.27 })
  drawing.line([web, 'bottom'], [api, 'left'], { ...label('JSON / HTTPS'), along: 0.62 })
  drawing.line([mobile, 'bottom'], [api, 'right'], { ...label('JSON / HTTPS'), along: 0.62 })
  drawing.line([api, [0.3, 1]], [data, 'right'], { ...label('SQL', 11), along: 0.78 })
  drawing.line([api, [0.7, 1]], [queue, 'left'], { ...label('events', -11), along: 0.74 })
  drawing.line([api, [1, 0.75]], [payment, 'left'], { ...label('pays', -11), along: 0.88 })
  drawing.line([queue, 'right'], [mail, 'left'], { ...label('sends', -11), along: 0.76 })
}

export function deployment(drawing: Drawing): void {
  drawing.title('Deployment', 'Nodes, what they run, and the protocols between them.')
  const node = (x: number, y: number, width: number, height: number, name: string, kind: string, look: LookName) =>
    drawing.shape('uml.node', [x, y, width, height], [name, kind], {
      look,
      container: true,
      vertical: 'top',
      padding: 16,
      parameters: { depth: 14 },
    })
  const part = (inside: string, y: number, name: string, shape = 'uml.component') =>
    drawing.shape(shape, [24, y, 168, 52], name, { look: 'white', in: inside })
  const client = node(40, 114, 230, 150, 'Workstation', '«device»', 'areaBlue')
  const browser = part(client, 76, 'Browser')
  const proxy = node(380, 114, 230, 150, 'Edge', '«virtual machine»', 'areaTeal')
  const nginx = part(proxy, 76, 'Reverse proxy')
  const server = node(720, 110, 230, 310, 'Application server', '«container host»', 'areaTeal')
  const wiki = part(server, 80, 'Wiki')
  const jobs = part(server, 156, 'Jobs')
  const config = part(server, 232, 'config.toml', 'uml.artifact')
  const database = node(1060, 114, 230, 150, 'Database server', '«virtual machine»', 'areaViolet')
  const postgres = part(database, 76, 'PostgreSQL')
  const storage = node(1060, 290, 230, 150, 'Object store', '«service»', 'areaAmber')
  const bucket = part(storage, 76, 'Attachments', 'uml.artifact')
  drawing.line([browser, 'right'], [nginx, 'left'], { label: 'HTTPS', across: -10, end: 'open' })
  drawing.line([nginx, 'right'], [wiki, 'left'], { label: 'HTTP', across: -10, end: 'open' })
  drawing.line([wiki, 'right'], [postgres, 'left'], { label: 'SQL', across: -10, end: 'open' })
  drawing.line([jobs, 'right'], [bucket, 'left'], { label: 'S3', across: -10, along: 0.75, end: 'open' })
  drawing.line([jobs, 'bottom'], [config, 'top'], {
    end: 'open',
    dash: DASHED,
    label: 'reads',
    across: 26,
    colour: MUTED,
  })
}
