// What an open page says over its socket. It may speak before it is known who it is: that is kept until then.
interface Speaking {
  on(event: 'message', listener: (data: { toString(): string }) => void): void;
}

const longest = 200;
const maxKept = 20;

/** Call it at once when the socket opens. @returns who listens from now on; what was said before comes first */
export function hearFrom(socket: Speaking): (listener: (text: string) => void) => void {
  const kept: string[] = [];
  let hear = (text: string) => {
    if (kept.length < maxKept) kept.push(text);
  };
  socket.on('message', (data) => {
    const text = data.toString();
    if (text.length <= longest) hear(text);
  });
  return (listener) => {
    hear = listener;
    for (const text of kept.splice(0)) listener(text);
  };
}
