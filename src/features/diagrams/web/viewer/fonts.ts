/** The diagrams' fonts and their embedding; loaded on demand. */
import '../editor/frame/diagram-fonts.css'

export { withFonts } from '../embed-fonts.ts'
