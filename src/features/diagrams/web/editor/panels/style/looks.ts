import type { Colour, ShapeStyle } from '#diagrams/model/document.ts'

/** A preset: fill, line and text colours of a shape; connectors use the line's. */
export interface Look {
  /** English; goes through i18n. */
  name: string
  fill: ShapeStyle['fill']
  line: Colour
  text: Colour
}

const look = (name: string, fill: Colour, line: Colour, text: Colour): Look => ({
  name,
  fill: { kind: 'solid', colour: fill },
  line,
  text,
})

/** Two rows: muted ones for most shapes, strong ones for emphasis. */
export const LOOKS: readonly Look[] = [
  look('Paper', '#ffffff', '#44403a', '#22201c'),
  look('Grey', '#f7f6f3', '#827b71', '#22201c'),
  look('Pale red', '#fde8e6', '#9c2620', '#22201c'),
  look('Pale amber', '#fcefd2', '#785300', '#22201c'),
  look('Pale green', '#e0f4e3', '#1d6837', '#22201c'),
  look('Pale teal', '#d9f3f0', '#06635d', '#22201c'),
  look('Pale blue', '#e0effd', '#17598f', '#22201c'),
  look('Pale purple', '#f1e7fc', '#633d95', '#22201c'),
  { name: 'Outline only', fill: { kind: 'none' }, line: '#22201c', text: '#22201c' },
  look('Ink', '#44403a', '#22201c', '#ffffff'),
  look('Deep red', '#9c2620', '#9c2620', '#ffffff'),
  look('Deep amber', '#785300', '#785300', '#ffffff'),
  look('Deep green', '#1d6837', '#1d6837', '#ffffff'),
  look('Deep teal', '#06635d', '#06635d', '#ffffff'),
  look('Deep blue', '#17598f', '#17598f', '#ffffff'),
  look('Deep purple', '#633d95', '#633d95', '#ffffff'),
]
