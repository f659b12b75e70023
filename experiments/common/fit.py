"""Lines through points on logarithmic axes."""
import math
import statistics

import measured  # noqa: F401  finds bench/
from scale import slope  # noqa: F401


def fitted(points):
    """Both ends of the line that slope() is the slope of."""
    exponent = slope(points)
    middle = [statistics.mean(math.log(v) for v in values) for values in zip(*points)]
    return [(n, math.exp(middle[1] + exponent * (math.log(n) - middle[0])))
            for n in (points[0][0], points[-1][0])]
