/** The fonts of diagrams and what puts them into a drawing; loaded with the first that is shown. */
import '../editor/frame/diagram-fonts.css'

export { withFonts } from '../embed-fonts.ts'
