/** Software templates in UML and entity-relationship notation. */
import { DASHED, type Drawing, type LineOptions } from './drawing.ts'
import type { LookName } from './looks.ts'

const ROW = 18
/** Distance of horizontal connectors from the upper edge, px. */
const BESIDE = 60

interface ClassBox {
  id: string
  /** Relative height of connectors at its sides. */
  share: number
}

/** A class box: name, attributes, operations. */
function classBox(
  drawing: Drawing,
  [x, y, width]: readonly [number, number, number],
  name: string,
  attributes: readonly string[],
  operations: readonly string[],
  look: LookName,
): ClassBox {
  const heights = [34, attributes.length * ROW + 12, operations.length * ROW + 12]
  const height = heights.reduce((sum, part) => sum + part, 0)
  const id = drawing.shape('uml.class', [x, y, width, height], '', { look: 'white', container: true })
  let top = 0
  const texts = [name, attributes.join('\n'), operations.join('\n')]
  texts.forEach((text, part) => {
    drawing.shape('basic.rectangle', [0, top, width, heights[part] ?? 0], text, {
      in: id,
      look: part === 0 ? look : 'white',
      bold: part === 0,
      align: part === 0 ? 'center' : 'left',
      padding: 10,
      ...(part > 0 && { size: 11, mono: true }),
    })
    top += heights[part] ?? 0
  })
  return { id, share: BESIDE / height }
}

export function classes(drawing: Drawing): void {
  drawing.title(
    'Class diagram',
    'Classes with attributes and operations; hollow heads point to the more general class.',
  )
  const account = classBox(
    drawing,
    [60, 130, 210],
    'Customer',
    ['id: UUID', 'name: string', 'email: string'],
    ['placeOrder(): Order'],
    'teal',
  )
  const order = classBox(
    drawing,
    [420, 130, 220],
    'Order',
    ['number: int', 'placedAt: Date', 'state: OrderState'],
    ['total(): Money', 'cancel(): void'],
    'teal',
  )
  const line = classBox(
    drawing,
    [800, 130, 210],
    'OrderLine',
    ['quantity: int', 'price: Money'],
    ['sum(): Money'],
    'teal',
  )
  const product = classBox(
    drawing,
    [800, 380, 210],
    'Product',
    ['sku: string', 'title: string'],
    ['isInStock(): boolean'],
    'amber',
  )
  const payment = classBox(
    drawing,
    [420, 380, 220],
    '«abstract» Payment',
    ['amount: Money'],
    ['settle(): void'],
    'blue',
  )
  const card = classBox(drawing, [310, 560, 200], 'CardPayment', ['token: string'], ['settle(): void'], 'blue')
  const invoice = classBox(drawing, [550, 560, 200], 'InvoicePayment', ['dueAt: Date'], ['settle(): void'], 'blue')
  const level = (from: ClassBox, to: ClassBox, options: LineOptions) =>
    drawing.line([from.id, [1, from.share]], [to.id, [0, to.share]], { end: 'none', ...options })
  level(account, order, { ends: ['1', '0..*'], label: 'places', across: -12 })
  level(order, line, { start: 'diamond', ends: ['1', '1..*'] })
  drawing.line([line.id, 'bottom'], [product.id, 'top'], { end: 'open', label: 'of', across: -14 })
  drawing.line([order.id, 'bottom'], [payment.id, 'top'], {
    end: 'none',
    start: 'hollow-diamond',
    label: 'paid by',
    across: -28,
  })
  drawing.line([card.id, 'top'], [payment.id, 'bottom'], { end: 'hollow' })
  drawing.line([invoice.id, 'top'], [payment.id, 'bottom'], { end: 'hollow' })
}

export function sequence(drawing: Drawing): void {
  drawing.title('Sequence diagram', 'Time runs downwards; full heads are calls, dashed lines are answers.')
  const names: readonly [name: string, look: LookName][] = [
    ['Browser', 'blue'],
    ['Web server', 'teal'],
    ['Sign-in service', 'amber'],
    ['Database', 'violet'],
  ]
  names.forEach(([name, look], column) => {
    drawing.shape('uml.lifeline', [40 + column * 230, 110, 140, 500], name, {
      look,
      bold: true,
      parameters: { header: 44 },
    })
  })
  const middle = (column: number) => 110 + column * 230
  const bar = (column: number, from: number, to: number) =>
    drawing.shape('uml.activation', [middle(column) - 6, from, 12, to - from], '', {
      look: names[column]?.[1] ?? 'grey',
    })
  const bars = [bar(0, 180, 580), bar(1, 200, 560), bar(2, 260, 420), bar(3, 300, 360)]
  bars.push(bar(3, 460, 520))
  const tops = [180, 200, 260, 300, 460]
  const heights = [400, 360, 160, 60, 60]
  const message = (from: number, to: number, y: number, text: string, isAnswer = false, along = 0.5) => {
    const at = (index: number, side: 0 | 1) =>
      [bars[index] ?? '', [side, (y - (tops[index] ?? 0)) / (heights[index] ?? 1)]] as const
    const isRight = to > from
    drawing.line(at(from, isRight ? 1 : 0), at(to, isRight ? 0 : 1), {
      route: 'straight',
      label: text,
      along,
      across: isRight ? -9 : 9,
      end: isAnswer ? 'open' : 'filled',
      ...(isAnswer && { dash: DASHED }),
    })
  }
  message(0, 1, 210, 'GET /dashboard')
  message(1, 2, 270, 'check the session')
  message(2, 3, 310, 'read the user')
  message(3, 2, 350, 'user', true)
  message(2, 1, 410, 'is signed in', true)
  message(1, 4, 470, 'read the entries', false, 0.25)
  message(4, 1, 510, 'entries', true, 0.75)
  message(1, 0, 550, 'the page', true)
  drawing.shape('uml.note', [860, 236, 170, 64], 'A session lasts eight hours.', { look: 'amber', size: 11 })
}

/** An entity with its fields, each `name` or, for a key, `PK name` or `FK name`. */
function entity(
  drawing: Drawing,
  [x, y]: readonly [number, number],
  name: string,
  fields: readonly string[],
  look: LookName,
) {
  const height = 34 + fields.length * 24 + 6
  const box = drawing.shape('erd.entity-with-keys', [x, y, 210, height], name, {
    look,
    bold: true,
    container: true,
    parameters: { header: 34, keys: 40 },
  })
  fields.forEach((text, row) => {
    const [field = '', key] = text.split(' ').toReversed()
    if (key)
      drawing.shape('basic.text', [0, 37 + row * 24, 40, 24], key, {
        look: 'bare',
        size: 10,
        bold: true,
        in: box,
        padding: 2,
      })
    drawing.shape('basic.text', [40, 37 + row * 24, 170, 24], field, {
      look: 'bare',
      size: 11,
      mono: true,
      align: 'left',
      in: box,
      padding: 8,
    })
  })
  return box
}

export function entities(drawing: Drawing): void {
  drawing.title('Entity-relationship model', 'Crow’s feet stand where there are many.')
  const user = entity(drawing, [40, 130], 'User', ['PK id', 'email', 'name', 'created_at'], 'teal')
  const order = entity(drawing, [400, 130], 'Order', ['PK id', 'FK user_id', 'placed_at', 'state'], 'teal')
  const line = entity(drawing, [760, 130], 'OrderLine', ['PK order_id', 'PK product_id', 'quantity', 'price'], 'blue')
  const address = entity(drawing, [40, 400], 'Address', ['PK id', 'FK user_id', 'street', 'city'], 'amber')
  const category = entity(drawing, [400, 400], 'Category', ['PK id', 'FK parent_id', 'name', 'position'], 'violet')
  const product = entity(drawing, [760, 400], 'Product', ['PK id', 'FK category_id', 'title', 'price'], 'violet')
  drawing.line([user, 'right'], [order, 'left'], {
    start: 'only-one',
    end: 'zero-or-many',
    label: 'places',
    across: -12,
  })
  drawing.line([order, 'right'], [line, 'left'], {
    start: 'only-one',
    end: 'one-or-many',
    label: 'consists of',
    across: -12,
  })
  drawing.line([user, 'bottom'], [address, 'top'], {
    start: 'only-one',
    end: 'zero-or-many',
    label: 'lives at',
    across: -30,
  })
  drawing.line([line, 'bottom'], [product, 'top'], { start: 'zero-or-many', end: 'only-one', label: 'of', across: -14 })
  drawing.line([category, 'right'], [product, 'left'], {
    start: 'zero-or-one',
    end: 'zero-or-many',
    label: 'holds',
    across: -12,
  })
}

export function states(drawing: Drawing): void {
  drawing.title('State machine', 'Events on the lines; what happens on the way follows the slash.')
  const state = (x: number, y: number, words: string | readonly [string, string], look: LookName) =>
    drawing.shape('uml.state', [x, y, 160, 64], words, { look, bold: true })
  const begin = drawing.shape('uml.initial', [60, 227, 26, 26], '', { look: 'fullGrey' })
  const draft = state(170, 208, 'Draft', 'grey')
  const review = state(470, 208, ['In review', 'entry / notify reviewers'], 'amber')
  const published = state(790, 208, 'Published', 'teal')
  const archived = state(790, 380, 'Archived', 'violet')
  const choice = drawing.shape('uml.choice', [688, 220, 40, 40], '', { look: 'white' })
  const final = drawing.shape('uml.final', [1050, 397, 30, 30], '', { look: 'device' })
  drawing.line([begin, 'right'], [draft, 'left'], { end: 'open' })
  drawing.line([draft, 'right'], [review, 'left'], { end: 'open', label: 'submit', across: -12 })
  drawing.line([review, 'right'], [choice, 'left'], { end: 'open' })
  drawing.line([choice, 'right'], [published, 'left'], { end: 'open', label: '[all agree]', across: -24, along: 0.5 })
  drawing.line([choice, 'top'], [draft, [0.7, 0]], {
    end: 'open',
    label: '[changes asked for]',
    via: [
      [708, 168],
      [282, 168],
    ],
  })
  drawing.line([published, [0.3, 1]], [archived, [0.3, 0]], { end: 'open', label: 'archive', across: 28 })
  drawing.line([archived, [0.7, 0]], [published, [0.7, 1]], { end: 'open', label: 'restore', across: 28 })
  drawing.line([published, 'top'], [draft, [0.3, 0]], {
    end: 'open',
    label: 'edit / copy',
    via: [
      [870, 126],
      [218, 126],
    ],
  })
  drawing.line([archived, 'right'], [final, 'left'], { end: 'open', label: 'delete', across: -12 })
}
