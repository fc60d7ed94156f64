// node examples/clients/node.mjs http://localhost:8080/api/counter '{"sessionId":"s1","action":"increment"}'
import { post } from "./post.mjs";

const [url, event] = process.argv.slice(2);
try {
  console.log(JSON.stringify(await post(url, JSON.parse(event))));
} catch (error) {
  console.error(error.message);
  process.exitCode = error.final ? 1 : 2;
}
