/** Templates of organisations: who reports to whom, who does what. */
import { DASHED, type Drawing } from './drawing.ts'
import type { LookName } from './looks.ts'

const DEPARTMENTS: readonly [name: string, look: LookName, roles: readonly string[]][] = [
  ['Product', 'teal', ['Product manager', 'Product designer', 'User researcher']],
  ['Engineering', 'blue', ['Team lead', 'Senior engineer', 'Engineer', 'Quality engineer']],
  ['Sales', 'amber', ['Key accounts', 'Inside sales', 'Partner manager']],
  ['Operations', 'violet', ['Finance', 'People', 'Office and IT']],
]

export function hierarchy(drawing: Drawing): void {
  drawing.title('Organisation chart', 'Double-click a card to name it. Drag from its edge to add a report.')
  const head = drawing.shape('org.executive', [440, 110, 180, 64], ['Chief executive', 'Name'], { look: 'fullTeal' })
  const assistant = drawing.shape('org.assistant', [700, 119, 160, 46], ['Assistant', 'Name'], { look: 'grey' })
  drawing.line([head, 'right'], [assistant, 'left'], { end: 'none', dash: DASHED })
  DEPARTMENTS.forEach(([department, look, roles], column) => {
    const x = 40 + column * 260
    const manager = drawing.shape('org.manager', [x, 240, 200, 64], [department, 'Head of department'], { look })
    drawing.line([head, 'bottom'], [manager, 'top'], { end: 'none' })
    roles.forEach((role, row) => {
      const member = drawing.shape('org.position', [x + 32, 334 + row * 70, 168, 52], [role, 'Name'], { look: 'white' })
      drawing.line([manager, [0.08, 1]], [member, 'left'], { end: 'none', via: [[x + 16, 360 + row * 70]] })
    })
  })
}

export function matrix(drawing: Drawing): void {
  drawing.title('Matrix organisation', 'Full lines are disciplines, dashed lines are projects.')
  const projects: readonly [name: string, area: LookName, look: LookName][] = [
    ['Project North', 'areaTeal', 'teal'],
    ['Project East', 'areaBlue', 'blue'],
    ['Project South', 'areaAmber', 'amber'],
  ]
  const functions = ['Design', 'Engineering', 'Quality', 'Marketing']
  projects.forEach(([, area], row) => {
    drawing.shape('basic.rounded-rectangle', [40, 210 + row * 110, 940, 90], '', {
      look: area,
      line: 1,
      parameters: { radius: 10 },
    })
  })
  const heads = functions.map((name, column) =>
    drawing.shape('org.executive', [270 + column * 180, 110, 150, 64], [name, 'Head of discipline'], {
      look: 'fullGrey',
    }),
  )
  const above = [...heads]
  projects.forEach(([name, , look], row) => {
    let before = drawing.shape('org.manager', [60, 223 + row * 110, 160, 64], [name, 'Project lead'], { look })
    functions.forEach((_, column) => {
      const person = drawing.shape('org.position', [275 + column * 180, 229 + row * 110, 140, 52], ['Name', 'Role'], {
        look: 'white',
      })
      drawing.line([above[column] ?? before, 'bottom'], [person, 'top'], { end: 'none' })
      drawing.line([before, 'right'], [person, 'left'], { end: 'none', dash: DASHED })
      above[column] = person
      before = person
    })
  })
}

const DUTIES: Readonly<Record<string, LookName>> = { R: 'teal', A: 'fullTeal', C: 'amber', I: 'grey' }

/** RACI matrix. */
export function responsibilities(drawing: Drawing): void {
  drawing.title('Responsibilities (RACI)', 'One accountable role for each task; keep the consulted few.')
  const roles = ['Sponsor', 'Project lead', 'Architect', 'Developer', 'Tester']
  const tasks: readonly [task: string, duties: string][] = [
    ['Agree on goals', 'ARCII'],
    ['Plan the work', 'IACCC'],
    ['Design the solution', 'ICACI'],
    ['Build', 'IARRC'],
    ['Test', 'IACRR'],
    ['Release', 'ARCRR'],
  ]
  drawing.shape('basic.rectangle', [40, 110, 220, 44], 'Task', {
    look: 'fullGrey',
    bold: true,
    align: 'left',
    padding: 14,
  })
  roles.forEach((role, column) =>
    drawing.shape('basic.rectangle', [260 + column * 120, 110, 120, 44], role, { look: 'fullGrey', bold: true }),
  )
  tasks.forEach(([task, duties], row) => {
    const y = 154 + row * 46
    drawing.shape('basic.rectangle', [40, y, 220, 46], task, {
      look: row % 2 === 0 ? 'white' : 'area',
      align: 'left',
      padding: 14,
      line: 1,
    })
    roles.forEach((_, column) => {
      drawing.shape('basic.rectangle', [260 + column * 120, y, 120, 46], '', {
        look: row % 2 === 0 ? 'white' : 'area',
        line: 1,
      })
      const duty = duties[column] ?? 'I'
      drawing.shape('basic.pill', [296 + column * 120, y + 9, 48, 28], duty, {
        look: DUTIES[duty] ?? 'grey',
        bold: true,
        size: 13,
        padding: 0,
      })
    })
  })
  const legend: readonly [duty: string, meaning: string][] = [
    ['R', 'Responsible: does it'],
    ['A', 'Accountable: answers for it'],
    ['C', 'Consulted: is asked before'],
    ['I', 'Informed: is told after'],
  ]
  legend.forEach(([duty, meaning], index) => {
    const x = 40 + index * 205
    drawing.shape('basic.pill', [x, 454, 36, 24], duty, { look: DUTIES[duty] ?? 'grey', bold: true, padding: 0 })
    drawing.shape('basic.text', [x + 40, 454, 165, 24], meaning, { look: 'bare', align: 'left', size: 11, padding: 4 })
  })
}

export function swimlanes(drawing: Drawing): void {
  drawing.title('Process with roles', 'Each lane is a role; each step stands in the lane of who does it.')
  const lanes = ['Hiring manager', 'People team', 'Candidate', 'IT'].map((name, row) =>
    drawing.shape('container.titled-left', [40, 110 + row * 120, 1180, 120], name, {
      look: row % 2 === 0 ? 'area' : 'white',
      line: 1,
      bold: true,
      container: true,
      parameters: { header: 110 },
    }),
  )
  const [manager = '', people = '', candidate = '', it = ''] = lanes
  const step = (lane: string, column: number, text: string, look: LookName = 'teal', shape = 'flowchart.process') =>
    drawing.shape(shape, [140 + column * 150, 32, 120, 56], text, { look, in: lane })
  const need = step(manager, 0, 'A position opens', 'fullTeal', 'flowchart.start-end')
  const advert = step(people, 0, 'Publish the position')
  const apply = step(candidate, 1, 'Applies', 'blue')
  const choose = step(people, 2, 'Choose candidates')
  const meet = step(manager, 3, 'Interview')
  const fits = drawing.shape('flowchart.decision', [600, 20, 100, 80], 'A fit?', { look: 'amber', in: people })
  const refuse = step(candidate, 3, 'Gets a refusal', 'grey', 'flowchart.start-end')
  const offer = step(people, 4, 'Send an offer')
  const accept = step(candidate, 4, 'Accepts', 'blue')
  const contract = step(people, 5, 'Sign the contract')
  const account = step(it, 5, 'Prepare devices and accounts', 'violet')
  const start = step(manager, 6, 'First day', 'fullTeal', 'flowchart.start-end')
  drawing.line([need, 'bottom'], [advert, 'top'])
  drawing.line([advert, 'bottom'], [apply, 'left'])
  drawing.line([apply, 'right'], [choose, 'bottom'])
  drawing.line([choose, 'top'], [meet, 'left'])
  drawing.line([meet, 'bottom'], [fits, 'top'])
  drawing.line([fits, 'bottom'], [refuse, 'top'], { label: 'no', across: 14, along: 0.35 })
  drawing.line([fits, 'right'], [offer, 'left'], { label: 'yes', across: -10, along: 0.4 })
  drawing.line([offer, 'bottom'], [accept, 'top'])
  drawing.line([accept, 'right'], [contract, [0.3, 1]])
  drawing.line([contract, [0.7, 1]], [account, [0.7, 0]])
  drawing.line([contract, 'right'], [start, [0.35, 1]])
  drawing.line([account, 'right'], [start, [0.65, 1]], { end: 'filled' })
}

export function projectTeam(drawing: Drawing): void {
  drawing.title('Project team', 'Add a workstream by duplicating one of the boxes.')
  const board = drawing.shape('org.team', [400, 110, 220, 76], ['Steering group', 'decides every month'], {
    look: 'grey',
  })
  const lead = drawing.shape('org.executive', [420, 240, 180, 64], ['Project lead', 'Name'], { look: 'fullTeal' })
  const office = drawing.shape('org.assistant', [120, 246, 180, 52], ['Project office', 'Name'], { look: 'white' })
  const partner = drawing.shape('org.consultant', [720, 243, 180, 58], ['Partner', 'Company'], { look: 'amber' })
  drawing.line([board, 'bottom'], [lead, 'top'], { end: 'none' })
  drawing.line([lead, 'left'], [office, 'right'], { end: 'none' })
  drawing.line([lead, 'right'], [partner, 'left'], { end: 'none', dash: DASHED })
  const streams: readonly [name: string, area: LookName, look: LookName, roles: readonly string[]][] = [
    ['Business', 'areaTeal', 'teal', ['Process owner', 'Analyst', 'Trainer']],
    ['Technology', 'areaBlue', 'blue', ['Architect', 'Developer', 'Tester']],
    ['Change', 'areaViolet', 'violet', ['Communication', 'Key user', 'Support']],
  ]
  streams.forEach(([name, area, look, roles], column) => {
    const box = drawing.shape('org.department', [40 + column * 320, 370, 300, 282], name, {
      look: area,
      bold: true,
      container: true,
      line: 1,
    })
    const head = drawing.shape('org.manager', [30, 50, 240, 58], ['Workstream lead', 'Name'], { look, in: box })
    roles.forEach((role, row) => {
      const member = drawing.shape('org.position', [70, 124 + row * 50, 200, 40], role, {
        look: 'white',
        in: box,
        line: 1,
      })
      drawing.line([head, [0.08, 1]], [member, 'left'], {
        end: 'none',
        via: [[40 + column * 320 + 50, 370 + 144 + row * 50]],
      })
    })
    drawing.line([lead, 'bottom'], [box, 'top'], { end: 'none' })
  })
}
