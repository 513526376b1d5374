export const door = {
  title: "Staff log-in",
  words: "For dealers, the floor and the office. Guests need no badge: they take a seat from the lobby.",
  badge: "Badge",
  pin: "PIN",
  comeIn: "Come in",
  demo: "The demo room told its badges and PINs once, when it was made: they stand where the server was started, in its first lines.",
  tries: "Every try is on record. After too many wrong PINs a badge is locked.",
  youAreIn: (role: string, name: string) => `You are in as ${role} ${name}.`,
  goOn: "Go on",
};
