// Makes the bundled recordings in fixtures and those of the tests in tests/fixtures. Needs espeak-ng; the same version
// of it makes the same files.
import { data } from './fixtures/demos/data.mjs'
import { LANGUAGES } from './fixtures/demos/demo.mjs'
import { greeting } from './fixtures/demos/greeting.mjs'
import { interruption } from './fixtures/demos/interruption.mjs'
import { payment } from './fixtures/demos/payment.mjs'
import { picture } from './fixtures/demos/picture.mjs'
import { resumption } from './fixtures/demos/resumption.mjs'
import { screen } from './fixtures/demos/screen.mjs'
import { weather } from './fixtures/demos/weather.mjs'
import { weatherText } from './fixtures/demos/weather-text.mjs'
import { afterDelivery } from './fixtures/tools/after-delivery.mjs'
import { impossibleCalls } from './fixtures/tools/impossible-calls.mjs'
import { quietEvening } from './fixtures/tools/quiet-evening.mjs'
import { secondThoughts } from './fixtures/tools/second-thoughts.mjs'
import { smallerPayment } from './fixtures/tools/smaller-payment.mjs'
import { twoPayments } from './fixtures/tools/two-payments.mjs'
import { whereAmI } from './fixtures/tools/where-am-i.mjs'
import { yesAlone } from './fixtures/tools/yes-alone.mjs'
import { writeRecording } from './fixtures/write-recording.mjs'

const bundled = new URL('../fixtures/', import.meta.url)
for (const demo of [weather, payment, interruption, data, picture, screen, resumption, greeting, weatherText]) {
  for (const language of LANGUAGES) writeRecording(bundled, demo(language), { small: true })
}

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
