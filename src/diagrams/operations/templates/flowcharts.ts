/** Flowchart templates. */
import { DASHED, type Drawing, type Place } from './drawing.ts'
import type { LookName } from './looks.ts'

/** Draws steps by the names of their shapes. */
const stepsOf =
  (drawing: Drawing) =>
  (shape: string, place: Place, text: string, look: LookName): string =>
    drawing.shape(`flowchart.${shape}`, place, text, { look })

export function process(drawing: Drawing): void {
  drawing.title('Simple process', 'Write into the steps. Drag from the edge of one to add the next.')
  const step = stepsOf(drawing)
  const start = step('start-end', [300, 110, 160, 50], 'Start', 'fullTeal')
  const first = step('process', [300, 200, 160, 60], 'First step', 'teal')
  const next = step('process', [300, 300, 160, 60], 'Next step', 'teal')
  const done = step('decision', [280, 400, 200, 110], 'Is it right?', 'amber')
  const mend = step('process', [570, 425, 160, 60], 'Correct it', 'rose')
  const end = step('start-end', [300, 570, 160, 50], 'End', 'fullTeal')
  drawing.line([start, 'bottom'], [first, 'top'])
  drawing.line([first, 'bottom'], [next, 'top'])
  drawing.line([next, 'bottom'], [done, 'top'])
  drawing.line([done, 'right'], [mend, 'left'], { label: 'no', across: -10 })
  drawing.line([mend, 'top'], [next, 'right'])
  drawing.line([done, 'bottom'], [end, 'top'], { label: 'yes', across: -16 })
}

export function approval(drawing: Drawing): void {
  drawing.title('Approval', 'From left to right; what is not approved goes back.')
  const step = stepsOf(drawing)
  const start = step('start-end', [40, 145, 150, 50], 'Draft is ready', 'fullTeal')
  const send = step('process', [250, 140, 160, 60], 'Send for approval', 'teal')
  const check = step('decision', [470, 115, 190, 110], 'Approved?', 'amber')
  const publish = step('process', [740, 140, 160, 60], 'Publish', 'teal')
  const end = step('start-end', [960, 145, 120, 50], 'End', 'fullTeal')
  const revise = step('process', [485, 310, 160, 60], 'Revise', 'rose')
  const remarks = step('document', [740, 305, 160, 70], 'Remarks', 'blue')
  drawing.line([start, 'right'], [send, 'left'])
  drawing.line([send, 'right'], [check, 'left'])
  drawing.line([check, 'right'], [publish, 'left'], { label: 'yes', across: -10 })
  drawing.line([publish, 'right'], [end, 'left'])
  drawing.line([check, 'bottom'], [revise, 'top'], { label: 'no', across: -16 })
  drawing.line([revise, 'left'], [send, 'bottom'])
  drawing.line([remarks, 'left'], [revise, 'right'], { dash: DASHED })
}

export function troubleshooting(drawing: Drawing): void {
  drawing.title('Troubleshooting', 'One question after the other, each with what to do.')
  const step = stepsOf(drawing)
  const power = step('decision', [320, 110, 220, 120], 'Does it turn on?', 'amber')
  const plug = step('process', [40, 140, 180, 60], 'Check plug and fuse', 'teal')
  const message = step('decision', [320, 290, 220, 120], 'Is there a message?', 'amber')
  const manual = step('process', [640, 320, 180, 60], 'Look it up in the manual', 'teal')
  const restart = step('decision', [320, 470, 220, 120], 'Does a restart help?', 'amber')
  const solved = step('start-end', [640, 505, 180, 50], 'Solved', 'fullTeal')
  const support = step('process', [340, 650, 180, 60], 'Call support', 'rose')
  drawing.line([power, 'left'], [plug, 'right'], { label: 'no', across: -10 })
  drawing.line([power, 'bottom'], [message, 'top'], { label: 'yes', across: -16 })
  drawing.line([message, 'right'], [manual, 'left'], { label: 'yes', across: -10 })
  drawing.line([message, 'bottom'], [restart, 'top'], { label: 'no', across: -16 })
  drawing.line([restart, 'right'], [solved, 'left'], { label: 'yes', across: -10 })
  drawing.line([restart, 'bottom'], [support, 'top'], { label: 'no', across: -16 })
}

export function dataProcessing(drawing: Drawing): void {
  drawing.title('Data processing', 'Where data comes from, what is done to it, and where it goes.')
  const step = stepsOf(drawing)
  const read = step('input-output', [40, 140, 180, 70], 'Read the file', 'blue')
  const byHand = step('manual-input', [40, 300, 180, 70], 'Corrections by hand', 'rose')
  const clean = step('preparation', [290, 135, 190, 80], 'Clean the data', 'amber')
  const work = step('process', [550, 145, 160, 60], 'Calculate', 'teal')
  const results = step('database', [790, 120, 120, 110], 'Results', 'violet')
  const report = step('document', [550, 300, 160, 80], 'Report', 'blue')
  const shown = step('display', [770, 300, 160, 80], 'Dashboard', 'blue')
  drawing.line(read, [clean, 'left'])
  drawing.line([byHand, [0.5, 0.2]], [read, 'bottom'])
  drawing.line([clean, 'right'], [work, 'left'])
  drawing.line([work, 'right'], [results, 'left'])
  drawing.line([work, 'bottom'], [report, 'top'])
  drawing.line([results, 'bottom'], [shown, 'top'])
}
