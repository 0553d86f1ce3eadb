import { type Dictionary, entriesOf, firstOwn, isText, own } from './outline.ts';
import { tableOf } from './word-lists.ts';

/** The usual spelling of common units. Any other unit may be a sender's own word. */
const UNITS = tableOf(
  '% %,percent %,c °C,celsius °C,°c °C,degc °C,f °F,fahrenheit °F,°f °F,degf °F,dbm dBm,db dB,v V,volt V,volts V,mv mV,a A,ma mA,' +
    'w W,kw kW,wh Wh,kwh kWh,lux lx,lx lx,ppm ppm,ppb ppb,pa Pa,hpa hPa,kpa kPa,bar bar,mbar mbar,psi psi,mm mm,cm cm,m m,km km,' +
    'm/s m/s,km/h km/h,mph mph,ms ms,s s,sec s,min min,h h,g g,kg kg,lb lb,l l,ml ml,hz Hz,rpm rpm,µg/m3 µg/m³,ug/m3 µg/m³,µg/m³ µg/m³',
);

/**
 * Returns the unit next to a measured value, in its usual spelling. Empty if unknown.
 * @param label the measured quantity, because `c` and `f` are units only of a temperature
 */
export function unitOf(item: Dictionary, label: string): string {
  const unit = firstOwn(item, ['unit', 'units', 'uom', 'unit_of_measurement', 'unitOfMeasurement'], isText) ?? '';
  return /^[cf]$/i.test(unit) && !/temp/i.test(label) ? '' : (UNITS.get(unit.toLowerCase()) ?? '');
}

/** Matches fields with a measured value, its unit, and its method and time of measurement. */
const MEASURING =
  /^(?:value|units?|uom|unit_?of_?measurement|time_?stamp|time|ts|quality|type|symbol|precision|updated_?at|date)$/i;

/** True if an object contains only a measured value: `{"value": 3.04, "unit": "V", "timestamp": …}`. */
export const isMeasure = (value: Dictionary): boolean => {
  const entries = entriesOf(value, 6);
  return (
    /^(?:number|string)$/.test(typeof own(value, 'value')) &&
    entries.length < 6 &&
    entries.every(([key]) => MEASURING.test(key))
  );
};
