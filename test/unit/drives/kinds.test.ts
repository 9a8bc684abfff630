import { describe, expect, test } from 'vitest';
import {
  type Command,
  type DriveStart,
  forceProfile,
  linearBrake,
  linearPositionServo,
  linearSpeedServo,
  rotaryBrake,
  rotaryPositionServo,
  rotarySpeedServo,
  torqueProfile,
} from '../../../src/drives/index.js';

const off: Command = { kp: 0, kd: 0, target: 0, targetRate: 0, feedforward: 0, isOn: false, cap: 0 };
const atRest: DriveStart = { coordinate: 0, rate: 0, command: off };
/** A command full of nonsense, to see that every field is written. */
const blank = (): Command => ({
  kp: Number.NaN,
  kd: Number.NaN,
  target: Number.NaN,
  targetRate: Number.NaN,
  feedforward: Number.NaN,
  isOn: false,
  cap: Number.NaN,
});

test('a speed servo ramps its target in 0.2 s and keeps its gain and cap', () => {
  const spec = rotarySpeedServo.fields.parse({ gainNmSPerRad: 0.02, capNm: 2 });
  const setPoint = rotarySpeedServo.setPointFields.parse({ speedRadPerS: 6 });
  const command = blank();
  rotarySpeedServo.command(spec, setPoint, atRest, 0.1, command);
  expect(command).toEqual({ kp: 0, kd: 0.02, target: 0, targetRate: 3, feedforward: 0, isOn: true, cap: 2 });
  expect(rotarySpeedServo.cap(spec)).toBe(2);
  expect(rotarySpeedServo.rampS(spec, setPoint, atRest)).toBe(0.2);
});

test('a speed servo ramps from its last command, or from the actual rate when it was off', () => {
  const spec = linearSpeedServo.fields.parse({ gainNSPerM: 5, capN: 10 });
  const setPoint = linearSpeedServo.setPointFields.parse({ speedMPerS: 0, rampS: 1 });
  const command = blank();
  const running: DriveStart = { coordinate: 1, rate: 0.3, command: { ...off, isOn: true, targetRate: 0.4 } };
  linearSpeedServo.command(spec, setPoint, running, 0, command);
  expect(command.targetRate).toBe(0.4);
  linearSpeedServo.command(spec, setPoint, { ...running, command: off }, 0.5, command);
  expect(command.targetRate).toBe(0.15);
});

describe('position servo', () => {
  const spec = rotaryPositionServo.fields.parse({ stiffnessNmPerRad: 3, dampingNmSPerRad: 0.1, capNm: 1 });
  const setPoint = rotaryPositionServo.setPointFields.parse({ angleRad: 1, speedRadPerS: 2 });

  test('follows a trapezoid from where the coordinate is', () => {
    const start: DriveStart = { coordinate: 0.5, rate: 0, command: off };
    const command = blank();
    rotaryPositionServo.command(spec, setPoint, start, 0.1, command);
    expect(command.target).toBeCloseTo(0.6, 14);
    expect(command.targetRate).toBeCloseTo(2, 14);
    expect({ ...command, target: 0, targetRate: 0 }).toEqual({ ...off, kp: 3, kd: 0.1, isOn: true, cap: 1 });
    expect(rotaryPositionServo.rampS(spec, setPoint, start)).toBeCloseTo(0.35, 14);
  });

  test('re-targeted in motion, it goes on from the commanded target, not from the lagging coordinate', () => {
    const moving: DriveStart = {
      coordinate: 0.2,
      rate: 1.5,
      command: { ...off, isOn: true, target: 0.4, targetRate: 2 },
    };
    const command = blank();
    rotaryPositionServo.command(spec, setPoint, moving, 0, command);
    expect(command.target).toBe(0.4);
    expect(command.targetRate).toBe(2);
  });

  test('works alike on a travel', () => {
    const slide = linearPositionServo.fields.parse({ stiffnessNPerM: 1000, dampingNSPerM: 10, capN: 35 });
    const target = linearPositionServo.setPointFields.parse({ travelM: 0.04, speedMPerS: 0.1 });
    const command = blank();
    linearPositionServo.command(slide, target, atRest, 10, command);
    expect(command).toEqual({ ...off, kp: 1000, kd: 10, target: 0.04, isOn: true, cap: 35 });
  });
});

test('a profile ramps its effort in 0.3 s, from the last one when it goes on', () => {
  const spec = torqueProfile.fields.parse({ capNm: 1 });
  const command = blank();
  torqueProfile.command(spec, torqueProfile.setPointFields.parse({ torqueNm: 0.6 }), atRest, 0.15, command);
  expect(command).toEqual({ ...off, feedforward: 0.3, isOn: true, cap: 1 });

  const letGo = forceProfile.setPointFields.parse({ forceN: 0, rampS: 0.05 });
  const pushing: DriveStart = { coordinate: 0, rate: 0, command: { ...off, isOn: true, feedforward: 10 } };
  forceProfile.command(forceProfile.fields.parse({ capN: 20 }), letGo, pushing, 0.025, command);
  expect(command.feedforward).toBe(5);
});

describe('brake', () => {
  const spec = rotaryBrake.fields.parse({ capNm: 0.5 });
  const setPoint = rotaryBrake.setPointFields.parse({ torqueNm: 0.05 });

  test('is a rigid servo to rest whose cap ramps', () => {
    const command = blank();
    rotaryBrake.command(spec, setPoint, atRest, 0.15, command);
    expect(command).toEqual({ ...off, kd: Number.POSITIVE_INFINITY, isOn: true, cap: 0.025 });
  });
  test('is off while it brakes with nothing', () => {
    const command = blank();
    rotaryBrake.command(spec, setPoint, atRest, 0, command);
    expect(command.isOn).toBe(false);
  });
  test('never exceeds its cap', () => {
    const command = blank();
    rotaryBrake.command(spec, rotaryBrake.setPointFields.parse({ torqueNm: 3 }), atRest, 1, command);
    expect(command.cap).toBe(0.5);
  });
  test('is let go from what it braked with', () => {
    const braking: DriveStart = { coordinate: 0, rate: 0, command: { ...off, isOn: true, cap: 4 } };
    const command = blank();
    const release = linearBrake.setPointFields.parse({ forceN: 0, rampS: 0.4 });
    linearBrake.command(linearBrake.fields.parse({ capN: 5 }), release, braking, 0.1, command);
    expect(command.cap).toBe(3);
  });
  test('refuses negative braking', () => {
    expect(linearBrake.setPointFields.safeParse({ forceN: -1 }).success).toBe(false);
  });
});

test('fields refuse gains that cannot act and infinite caps', () => {
  expect(rotarySpeedServo.fields.safeParse({ gainNmSPerRad: 0, capNm: 2 }).success).toBe(false);
  expect(torqueProfile.fields.safeParse({ capNm: Number.POSITIVE_INFINITY }).success).toBe(false);
  expect(rotaryPositionServo.setPointFields.safeParse({ angleRad: 1, speedRadPerS: 0 }).success).toBe(false);
});
