// Makes the bundled recordings in resources/fixtures and those of the tests in tests/fixtures. Needs espeak-ng; the same
// version of it gives the same files.
import { interruption } from './fixtures/interruption.mjs'
import { payment } from './fixtures/payment.mjs'
import { afterDelivery } from './fixtures/tools/after-delivery.mjs'
import { impossibleCalls } from './fixtures/tools/impossible-calls.mjs'
import { quietEvening } from './fixtures/tools/quiet-evening.mjs'
import { secondThoughts } from './fixtures/tools/second-thoughts.mjs'
import { smallerPayment } from './fixtures/tools/smaller-payment.mjs'
import { twoPayments } from './fixtures/tools/two-payments.mjs'
import { whereAmI } from './fixtures/tools/where-am-i.mjs'
import { yesAlone } from './fixtures/tools/yes-alone.mjs'
import { weather } from './fixtures/weather.mjs'
import { weatherText } from './fixtures/weather-text.mjs'
import { writeRecording } from './fixtures/write-recording.mjs'

const bundled = new URL('../resources/fixtures/', import.meta.url)
for (const recording of [weather(), payment(), interruption(), weatherText()]) writeRecording(bundled, recording)

const ofTests = new URL('../tests/fixtures/', import.meta.url)
for (const recording of [
  twoPayments(),
  quietEvening(),
  whereAmI(),
  secondThoughts(),
  afterDelivery(),
  smallerPayment(),
  impossibleCalls(),
  yesAlone(),
]) {
  writeRecording(ofTests, recording)
}
