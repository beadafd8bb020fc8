import type { Pen } from '../draw.ts'

/** Makes elements of the document. */
export const pen: Pen<Element> = (name, attributes, ...children) => {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(key, value)
  made.append(...children.filter(child => child !== undefined))
  return made
}
