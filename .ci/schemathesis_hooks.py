"""JSON Schema sees no difference between 1 and 1.0; the gateway takes only the first for a whole number."""
import schemathesis


def whole(value):
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        return {name: whole(member) for name, member in value.items()}
    if isinstance(value, list):
        return [whole(element) for element in value]
    return value


@schemathesis.hook
def map_body(context, body):
    return whole(body)
